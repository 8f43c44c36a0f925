package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.read.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;

/** Containers made, changed in every direction, and dropped. */
final class Policies {
  private static final List<String> FIELDS = List.of("d", "e");
  private final World world;

  Policies(World world) {
    this.world = world;
  }

  void create(String name) {
    Shape shape = Shape.random(name, world.random);
    Integer defaultTtl = anyDefault();
    List<DateRule> rules = new ArrayList<>();
    if (shape.dates() && world.oneIn(2)) {
      rules.add(new DateRule("d", "d", world.random.nextInt(5), anyFilter(), false));
    }
    world.note(name + ": create, default " + defaultTtl + ", dates " + rules + ", " + shape);
    Model model = new Model(shape, defaultTtl, rules);
    model.indexes = anyIndexes(shape);
    Subject subject =
        new Subject(
            shape,
            world.engine.createContainer(
                World.DATABASE, shape.definition(defaultTtl, rules, model.indexes)),
            model);
    subject.intricate = shape.dates();
    subject.takeForce(world.now());
    Check.that(subject.container.dateTtlsReady(), "date TTLs of an empty container are in force");
    world.subjects.add(subject);
  }

  /** Drops a container and makes another of the same name. */
  void recreate() {
    Subject subject = world.anySubject();
    world.note(subject + ": drop");
    world.engine.deleteContainer(World.DATABASE, subject.shape.name());
    try {
      subject.container.live();
      throw new AssertionError("a dropped container answered");
    } catch (EngineException e) {
      Check.refused(e, Set.of(ErrorCode.CONTAINER_NOT_FOUND));
    }
    world.subjects.remove(subject);
    create(subject.shape.name());
  }

  private Integer anyDefault() {
    return switch (world.random.nextInt(8)) {
      case 0, 1 -> null;
      case 2 -> -1;
      case 3 -> 250 + world.random.nextInt(20);
      default -> 1 + world.random.nextInt(10);
    };
  }

  void change() {
    Subject subject = world.anySubject();
    Model model = subject.model;
    Integer defaultTtl = world.oneIn(4) ? model.defaultTtl : anyDefault();
    List<DateRule> rules =
        subject.shape.dates() && world.oneIn(2) ? otherRules(model.dateRules) : model.dateRules;
    List<PathIndex> before = model.indexes;
    List<PathIndex> indexes = world.oneIn(3) ? anyIndexes(subject.shape) : before;
    world.note(subject + ": default " + defaultTtl + ", dates " + rules + ", indexes " + indexes);
    dryRun(subject, defaultTtl);
    ContainerDefinition definition = subject.shape.definition(defaultTtl, rules, indexes);
    subject.container =
        world.oneIn(2)
            ? world.engine.replaceContainer(World.DATABASE, definition)
            : world.engine.forceReplaceContainer(World.DATABASE, definition);
    model.change(defaultTtl, rules);
    model.indexes = indexes;
    subject.takeForce(world.now());
    List<PathIndex> added =
        indexes.stream().filter(index -> index.unique() && !before.contains(index)).toList();
    if (!added.isEmpty()) {
      buildUnique(subject, added);
    }
  }

  /** A unique index is built at once, or not at all if living items share a key. */
  private void buildUnique(Subject subject, List<PathIndex> added) {
    world.engine.background().catchUp();
    world.subjects.forEach(each -> each.takeForce(world.now()));
    Model model = subject.model;
    for (PathIndex index : added) {
      boolean shared =
          !model.living(item -> model.isUniqueKeyTaken(index, item.key, item.body)).isEmpty();
      world.note("  built ", index.name(), shared ? ", but living items share a key" : "");
      if (shared) {
        model.indexes = model.indexes.stream().filter(each -> each != index).toList();
      }
      CompletableFuture<Void> built = subject.container.awaitIndex(index.name());
      Check.that(built.isDone(), "the unique index is not built");
      Check.same("failure of the build", shared, built.isCompletedExceptionally());
    }
    Check.same("indexes", model.indexes, subject.container.definition().pathIndexes());
  }

  /** A date TTL may be partial: of items that have their own ttl. */
  private BsonDocument anyFilter() {
    return world.oneIn(4) ? Presence.of("ttl") : null;
  }

  private List<PathIndex> anyIndexes(Shape shape) {
    return shape.indexes()
        ? ModelIndex.ALL.stream().filter(index -> world.random.nextBoolean()).toList()
        : List.of();
  }

  /** The dry run says what will die of a change (G2). */
  private void dryRun(Subject subject, Integer defaultTtl) {
    Tally reported = subject.container.metrics().dryRun(defaultTtl);
    if (!subject.intricate) {
      Model trial = subject.model.copy();
      trial.defaultTtl = defaultTtl;
      trial.age(world.now());
      long bytes = trial.deaths.stream().mapToLong(item -> item.sizeBytes).sum();
      Check.same("dry run", new Tally(trial.deaths.size(), bytes), reported);
    }
  }

  private List<DateRule> otherRules(List<DateRule> before) {
    List<DateRule> rules = new ArrayList<>();
    for (String field : FIELDS) {
      // Of the same name and with another field, it is another source.
      String name = world.oneIn(10) ? "x" : field;
      DateRule wanted = new DateRule(name, field, world.random.nextInt(8), anyFilter(), false);
      boolean nameTaken = rules.stream().anyMatch(rule -> rule.name().equals(name));
      if (!nameTaken && !world.oneIn(3)) {
        boolean inForce = before.stream().anyMatch(old -> old.isSame(wanted) && old.inForce());
        rules.add(inForce ? wanted.taken() : wanted);
      }
    }
    return rules;
  }
}
