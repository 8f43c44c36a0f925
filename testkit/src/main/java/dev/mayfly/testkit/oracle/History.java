package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.engine.storage.Table;
import java.util.List;
import java.util.Random;

/** A random history: a seed says all about it. */
final class History {
  private final World world;
  private final Writing writing;
  private final Transactions transactions;
  private final Policies policies;
  private final Comparison comparison;
  private final FeedComparison feeds;

  private History(World world) {
    this.world = world;
    this.writing = new Writing(world);
    this.transactions = new Transactions(world, writing);
    this.policies = new Policies(world);
    this.comparison = new Comparison(world);
    this.feeds = new FeedComparison(world);
  }

  /** Executes a history; an error contains its seed, the mismatch and the steps so far. */
  static void live(long seed, int steps, World.Bench bench) {
    try (World world = new World(new Random(seed), bench)) {
      try {
        new History(world).live(steps);
      } catch (RuntimeException | Error e) {
        String step = " in step " + world.lines.size();
        throw new AssertionError(heading(seed, step, e) + "\n" + words(world.lines), e);
      }
    } catch (RuntimeException e) {
      throw new AssertionError(heading(seed, " when it begins or ends", e), e);
    }
  }

  /** The first line of the message: summaries show no more. */
  private static String heading(long seed, String when, Throwable failure) {
    return "History "
        + seed
        + " (replay it with -Dmayfly.seed="
        + seed
        + ") fails"
        + when
        + ": "
        + failure.toString().replaceAll("\\s*\\R\\s*", " ");
  }

  private static String words(List<List<Object>> lines) {
    StringBuilder words = new StringBuilder();
    for (List<Object> line : lines) {
      line.forEach(words::append);
      words.append('\n');
    }
    return words.toString();
  }

  private void live(int steps) {
    for (int i = 1 + world.random.nextInt(3); i > 0; i--) {
      policies.create("c" + i);
    }
    for (int i = 0; i < steps; i++) {
      step();
      comparison.all();
    }
    end();
  }

  private void step() {
    int dice = world.random.nextInt(100);
    if (dice < 40) {
      writing.one();
    } else if (dice < 48) {
      writing.batch();
    } else if (dice < 52) {
      transactions.some();
    } else if (dice < 68) {
      advance();
    } else if (dice < 78) {
      policies.change();
    } else if (dice < 90) {
      background();
    } else if (dice < 93) {
      purgeAll();
    } else if (dice < 96) {
      writing.deletePartition();
    } else if (dice < 98) {
      restart();
    } else if (world.oneIn(4)) {
      policies.recreate();
    }
  }

  private void advance() {
    long seconds = world.random.nextInt(6);
    if (world.oneIn(10)) {
      seconds = 5 + world.random.nextInt(10);
    } else if (world.oneIn(20)) {
      seconds = 250 + world.random.nextInt(20);
    } else if (world.oneIn(500)) {
      seconds = 65_000 + world.random.nextInt(3000);
    }
    world.note("advance " + seconds + " to " + (world.now() + seconds));
    world.advance(seconds);
  }

  private void background() {
    switch (world.random.nextInt(10)) {
      case 9 -> split(world.anySubject());
      case 8 -> {
        Subject subject = world.anySubject();
        world.note(subject + ": build");
        subject.container.maintenance().buildIndexes(1 + world.random.nextInt(4));
      }
      case 0 -> {
        world.note("pause");
        world.engine.background().pause();
      }
      case 1 -> {
        world.note("resume");
        world.engine.background().resume();
      }
      case 2 -> {
        world.note("confirm");
        world.engine.background().confirm();
      }
      case 3 -> {
        world.note("fold counts");
        world.engine.background().foldCounts();
      }
      case 4, 5 -> catchUp();
      default -> {
        Subject subject = world.anySubject();
        int most = 1 + world.random.nextInt(4);
        world.note(subject + ": purge " + most);
        int purged = subject.container.maintenance().purge(most);
        Check.that(purged <= most, "purged " + purged);
        boolean paused = world.engine.background().isPaused();
        Check.that(!paused || purged == 0, "purged although paused");
      }
    }
  }

  private void split(Subject subject) {
    PartitionKeyRange range = world.any(subject.container.ranges().list());
    world.note(subject + ": split " + range);
    if (!subject.shape.partitionKey().paths().isEmpty()) {
      subject.container.splitRange(range.id());
    }
  }

  private void catchUp() {
    world.note("catch up");
    world.engine.background().catchUp();
    for (Subject subject : world.subjects) {
      subject.takeForce(world.now());
      Check.that(subject.container.dateTtlsReady(), "date TTLs are not in force");
    }
    // What a date TTL that has just taken force killed is recorded with the next second.
    boolean again = world.oneIn(2);
    if (again) {
      world.advance(1);
      world.note("  and in the next second, " + world.now());
      world.engine.background().catchUp();
      world.subjects.forEach(feeds::expiriesComplete);
    }
  }

  private void purgeAll() {
    world.note("purge all");
    for (Subject subject : world.subjects) {
      subject.container.maintenance().purge(1000);
    }
  }

  private void restart() {
    long clockStep = world.random.nextInt(8) - 4;
    world.note("restart, clock " + clockStep);
    verify();
    world.restart(clockStep);
  }

  /** What the verifier says of the rows. */
  private void verify() {
    StringBuilder problems = new StringBuilder();
    new Verifier(world.storage, Presence.FILTERS)
        .check(problem -> problems.append('\n').append(problem));
    Check.that(problems.isEmpty(), "the verifier says:" + problems);
  }

  /** When all is purged, only live items have rows. */
  private void end() {
    world.note("end");
    world.engine.background().resume();
    world.engine.background().confirm();
    catchUp();
    comparison.all();
    for (Subject subject : world.subjects) {
      subject.container.maintenance().purge(Integer.MAX_VALUE);
      Check.same("left to purge", 0, subject.container.maintenance().purge(Integer.MAX_VALUE));
    }
    world.engine.background().catchUp();
    comparison.all();
    verify();
    for (Subject subject : world.subjects) {
      int number = subject.container.state().number();
      List<ModelItem> living = subject.model.living(item -> true);
      Check.same("backlog", 0L, subject.container.metrics().backlog().items());
      Check.same("age of the backlog", 0L, subject.container.metrics().backlogAgeSeconds());
      rows(Table.ITEMS, number, living.size());
      rows(Table.FEED, number, living.size());
      long owned = indexRows(subject.model, living, true);
      rows(Table.UNIQUE, number, owned + (subject.shape.unique() ? living.size() : 0));
      rows(Table.INDEX, number, indexRows(subject.model, living, false));
      rows(Table.QUEUES, number, queueRows(subject.model, living));
      if (subject.shape.log()) {
        feeds.compareStories(subject, true);
      }
    }
  }

  private void rows(Table table, int container, long expected) {
    Check.same("rows of " + table, expected, Rows.of(world.storage, table, container));
  }

  /** A row for each key in each index that is unique, or that is not. */
  private static long indexRows(Model model, List<ModelItem> living, boolean unique) {
    return model.indexes.stream()
        .filter(index -> index.unique() == unique)
        .flatMap(index -> living.stream().map(item -> ModelIndex.keys(index, item.body).size()))
        .mapToInt(Integer::intValue)
        .sum();
  }

  /** A row for each own ttl, for each time that an import kept, and for each date TTL. */
  private static long queueRows(Model model, List<ModelItem> living) {
    long rows = 0;
    for (ModelItem item : living) {
      boolean own = item.ttlSeconds != null && item.ttlSeconds > 0;
      boolean kept = item.ttlSeconds == null && item.countedFromSecond != item.committedSecond;
      rows += own || kept ? 1 : 0;
      for (DateRule rule : model.dateRules) {
        rows += rule.datesMillis(item.body).isEmpty() ? 0 : 1;
      }
    }
    return rows;
  }
}
