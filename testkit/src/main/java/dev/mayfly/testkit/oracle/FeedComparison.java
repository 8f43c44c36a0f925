package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.StopReason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Holds the three feeds against the model. */
final class FeedComparison {
  private static final int PLACES_MAX = 8;
  private final World world;

  FeedComparison(World world) {
    this.world = world;
  }

  /** Latest versions: from the beginning, from a second, from where a reader stopped (F1). */
  void latest(Subject subject) {
    latest(subject, FeedStart.beginning(), EpkRange.FULL, item -> true, true);
    PartitionKeyRange physical = world.any(subject.container.ranges().list());
    latest(
        subject,
        FeedStart.beginning(),
        physical.keys(),
        item -> physical.holds(subject.shape.partitionKey(), item.key.partitionKey()),
        false);
    PartitionKey partition = world.any(subject.shape.partitions());
    latest(
        subject,
        FeedStart.beginning(),
        EpkRange.of(subject.shape.partitionKey(), partition),
        item -> item.key.partitionKey().equals(partition),
        false);
    long second = world.now() - world.random.nextInt(12);
    Predicate<ModelItem> since = item -> item.committedSecond >= second;
    latest(subject, FeedStart.at(second), EpkRange.FULL, since, false);
    if (!subject.savedPlaces.isEmpty()) {
      Subject.SavedPlace place = world.any(subject.savedPlaces);
      Predicate<ModelItem> after = item -> item.version > place.version();
      FeedStart start = FeedStart.after(place.continuation());
      latest(subject, start, EpkRange.FULL, after, world.oneIn(2));
      // A place in the feed of all items, or of a range that was split since, is one in each range.
      latest(
          subject,
          start,
          physical.keys(),
          after.and(item -> physical.holds(subject.shape.partitionKey(), item.key.partitionKey())),
          false);
    }
    Page<Item> none =
        subject.container.changes(FeedStart.now(), EpkRange.FULL, Comparison.anyLimits(world));
    Check.same("changes from now on", 0, none.entries().size());
  }

  private void latest(
      Subject subject,
      FeedStart start,
      EpkRange range,
      Predicate<ModelItem> expected,
      boolean save) {
    List<Item> items = new ArrayList<>();
    FeedStart from = start;
    Page<Item> page;
    do {
      page = subject.container.changes(from, range, Comparison.anyLimits(world));
      items.addAll(page.entries());
      from = FeedStart.after(page.continuation());
      if (save && world.oneIn(10)) {
        save(subject, page);
      }
    } while (page.reason() != StopReason.END);
    Comparison.sameList(
        "changes " + start, Comparison.inCommitOrder(subject.model.living(expected)), items);
  }

  private void save(Subject subject, Page<Item> page) {
    long version = world.lastVersion();
    if (page.reason() != StopReason.END) {
      if (page.entries().isEmpty()) {
        return;
      }
      Item last = page.entries().get(page.entries().size() - 1);
      version = subject.model.living(item -> last.etag().equals(item.etag)).get(0).version;
    }
    if (subject.savedPlaces.size() >= PLACES_MAX) {
      subject.savedPlaces.remove(world.random.nextInt(PLACES_MAX));
    }
    subject.savedPlaces.add(new Subject.SavedPlace(page.continuation(), version));
  }

  /** All versions: what each item's story is, in the order of commits (F2). */
  void versions(Subject subject) {
    if (!subject.shape.log()) {
      return;
    }
    boolean more;
    do {
      FeedStart start =
          subject.versionsContinuation == null
              ? FeedStart.beginning()
              : FeedStart.after(subject.versionsContinuation);
      Page<ChangeFeed.Version> page =
          subject.container.allVersions(start, EpkRange.FULL, Comparison.anyLimits(world));
      subject.versionsRead.addAll(page.entries());
      subject.versionsContinuation = page.continuation();
      more = page.reason() != StopReason.END;
    } while (more);
    int toTell = subject.model.log.values().stream().mapToInt(List::size).sum();
    if (toTell != subject.versionsToTell || subject.versionsRead.size() != subject.versionsTold) {
      subject.versionsToTell = toTell;
      subject.versionsTold = subject.versionsRead.size();
      compareStories(subject, false);
    }
  }

  /**
   * @param complete true if nothing waits to be recorded
   */
  void compareStories(Subject subject, boolean complete) {
    Map<String, List<ChangeFeed.Version>> reported = new HashMap<>();
    for (ChangeFeed.Version version : subject.versionsRead) {
      reported
          .computeIfAbsent(Arrays.toString(version.item().address()), key -> new ArrayList<>())
          .add(version);
    }
    Set<String> known = new HashSet<>();
    subject.model.log.forEach(
        (key, story) -> {
          Etag first = story.get(0).item().etag;
          List<ChangeFeed.Version> versions =
              reported.values().stream()
                  .filter(each -> each.get(0).item().etag().equals(first))
                  .findFirst()
                  .orElse(List.of());
          Check.that(!versions.isEmpty(), () -> "the log has nothing of " + key);
          known.add(Arrays.toString(versions.get(0).item().address()));
          compareStory(story, versions, complete);
        });
    Check.same("items in the log", known.size(), reported.size());
  }

  private static void compareStory(
      List<LogEntry> story, List<ChangeFeed.Version> reported, boolean complete) {
    boolean lastMayBeMissing = !complete && story.get(story.size() - 1).late();
    boolean lengthFits =
        reported.size() == story.size() || lastMayBeMissing && reported.size() == story.size() - 1;
    Check.that(
        lengthFits,
        () ->
            "the log has "
                + reported.stream().map(ChangeFeed.Version::kind).toList()
                + ", the model "
                + story);
    for (int i = 0; i < reported.size(); i++) {
      ModelItem item = story.get(i).item();
      ChangeKind kind = reported.get(i).kind();
      if (!mayHaveExpired(item) || kind != ChangeKind.TTL_DELETE) {
        Check.same("log entry", story.get(i).kind(), kind);
      }
      Check.sameVersion(story.get(i).item(), reported.get(i).item());
      if (i > 0 && kind == ChangeKind.REPLACE) {
        Check.same("replaced", reported.get(i - 1).item().lsn(), reported.get(i).previousLsn());
      }
    }
  }

  /**
   * It was deleted with its partition, its time came later, and so did a change of the policy:
   * which of the two was first is not kept.
   */
  private static boolean mayHaveExpired(ModelItem item) {
    return item.dueAfterDeletion && item.deletionBlurred;
  }

  /** Expiry events: at least once for each death, none for the living, in order (F3). */
  void expiries(Subject subject) {
    if (!subject.shape.events()) {
      return;
    }
    int known = subject.expiriesRead.size();
    readExpiries(subject);
    laterReaders(subject);
    if (known == subject.expiriesRead.size()) {
      return;
    }
    Map<Etag, ModelItem> deaths = new HashMap<>();
    subject.model.deaths.forEach(item -> deaths.put(item.etag, item));
    for (ModelItem ghost : subject.model.ghosts) {
      if (mayHaveExpired(ghost)) {
        deaths.put(ghost.etag, ghost);
      }
    }
    for (ChangeFeed.Expiry expiry :
        subject.expiriesRead.subList(known, subject.expiriesRead.size())) {
      ModelItem dead = deaths.get(expiry.item().etag());
      Check.that(
          dead != null, () -> "an expiry is recorded of " + Bodies.decode(expiry.item().body()));
      Check.sameVersion(dead, expiry.item());
    }
  }

  private void readExpiries(Subject subject) {
    Page<ChangeFeed.Expiry> page;
    do {
      FeedStart start =
          subject.expiriesContinuation == null
              ? FeedStart.beginning()
              : FeedStart.after(subject.expiriesContinuation);
      page = subject.container.expiries(start, Comparison.anyLimits(world));
      subject.expiriesRead.addAll(page.entries());
      subject.expiriesContinuation = page.continuation();
    } while (page.reason() != StopReason.END);
  }

  /** Who begins later reads on as those do who were there before. */
  private void laterReaders(Subject subject) {
    if (world.oneIn(10) && subject.expiriesFromNow.size() < PLACES_MAX) {
      byte[] now =
          subject.container.expiries(FeedStart.now(), Comparison.anyLimits(world)).continuation();
      subject.expiriesFromNow.add(new Subject.SavedPlace(now, subject.expiriesRead.size()));
    }
    if (!subject.expiriesFromNow.isEmpty()) {
      Subject.SavedPlace place = world.any(subject.expiriesFromNow);
      List<Etag> read = new ArrayList<>();
      FeedStart from = FeedStart.after(place.continuation());
      Page<ChangeFeed.Expiry> page;
      do {
        page = subject.container.expiries(from, Comparison.anyLimits(world));
        page.entries().forEach(expiry -> read.add(expiry.item().etag()));
        from = FeedStart.after(page.continuation());
      } while (page.reason() != StopReason.END);
      List<Etag> expected =
          subject.expiriesRead.stream()
              .skip(place.version())
              .map(expiry -> expiry.item().etag())
              .toList();
      Check.same("expiries from then on", expected, read);
    }
  }

  /**
   * When the recorder has caught up, every death was reported, first at its second and in order.
   */
  void expiriesComplete(Subject subject) {
    if (!subject.shape.events()) {
      return;
    }
    expiries(subject);
    Map<Etag, Long> firstReported = new HashMap<>();
    long before = 0;
    Set<Etag> deaths = new HashSet<>();
    subject.model.deaths.forEach(item -> deaths.add(item.etag));
    for (ChangeFeed.Expiry expiry : subject.expiriesRead) {
      if (!deaths.contains(expiry.item().etag())) {
        continue;
      }
      if (firstReported.putIfAbsent(expiry.item().etag(), expiry.deathSecond()) == null) {
        // An item that expires in a second that was reported complete is recorded with the next
        // second.
        Check.that(
            expiry.deathSecond() >= before - 1, "expiries are not in order of their seconds");
        before = Math.max(before, expiry.deathSecond());
      }
    }
    for (ModelItem dead : subject.model.deaths) {
      Long reported = firstReported.get(dead.etag);
      Check.that(
          reported != null && reported == dead.deathSecond,
          () -> "expiry recorded at " + reported + " of " + dead);
    }
  }
}
