package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.ItemKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A container, its model, and what readers of it remember. */
final class Subject {
  final Shape shape;
  Container container;
  final Model model;

  /** True once an item had, or may have had, more than one deadline, or went with a partition. */
  boolean intricate;

  /** Rids of all lives so far: none may be used twice. */
  final Set<Long> rids = new HashSet<>();

  /** Etags of all versions so far, dead or alive. */
  final Map<ItemKey, List<Etag>> etags = new HashMap<>();

  final List<SavedPlace> savedPlaces = new ArrayList<>();
  final List<ChangeFeed.Version> versionsRead = new ArrayList<>();
  byte[] versionsContinuation;

  /** How much there was to compare when the log was last compared. */
  int versionsToTell;

  int versionsTold;
  final List<ChangeFeed.Expiry> expiriesRead = new ArrayList<>();

  /** Readers that began with what was to come when so many expiries had been read. */
  final List<SavedPlace> expiriesFromNow = new ArrayList<>();

  byte[] expiriesContinuation;

  /** Where a reader of the feed stopped: all up to that version of the model was passed. */
  record SavedPlace(byte[] continuation, long version) {}

  Subject(Shape shape, Container container, Model model) {
    this.shape = shape;
    this.container = container;
    this.model = model;
  }

  /** A date TTL on existing items takes force when the engine has scanned them (D5). */
  void takeForce(long nowSecond) {
    List<DateRule> rules = new ArrayList<>();
    for (DateRule rule : model.dateRules) {
      boolean ready =
          container.state().dateSources().stream()
              .anyMatch(source -> source.ttl().name().equals(rule.name()) && isReady(source));
      rules.add(ready ? rule.taken() : rule);
    }
    if (!rules.equals(model.dateRules)) {
      model.change(model.defaultTtl, rules);
    }
    model.age(nowSecond);
  }

  private static boolean isReady(DateSource source) {
    return source.ready();
  }

  @Override
  public String toString() {
    return shape.name();
  }
}
