package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.ChangeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * A container as the contract describes it, and no cleverer. After every second, every change of
 * policy and every write it walks all items and marks those dead whose time has come ({@link
 * #age}). That is all there is to it: the dead are never read again.
 */
final class Model {
  final Shape shape;
  Integer defaultTtl;
  List<DateRule> dateRules = List.of();
  List<PathIndex> indexes = List.of();
  final Map<ItemKey, ModelItem> items = new LinkedHashMap<>();

  /** Everyone who ever died, in the order of their death. */
  final List<ModelItem> deaths = new ArrayList<>();

  /** Everyone who was deleted with a partition: their rows may still be there. */
  final List<ModelItem> ghosts = new ArrayList<>();

  /** What the log must contain of each item. */
  final Map<ItemKey, List<LogEntry>> log = new HashMap<>();

  Model(Shape shape, Integer defaultTtl, List<DateRule> dateRules) {
    this.shape = shape;
    this.defaultTtl = defaultTtl;
    this.dateRules = dateRules;
  }

  /** Marks those dead whose time has come. */
  void age(long nowSecond) {
    for (ModelItem item : items.values()) {
      if (!item.dead && hasToDie(item, nowSecond)) {
        item.dead = true;
        item.deathSecond = nowSecond;
        deaths.add(item);
        log(ChangeKind.TTL_DELETE, item, true);
      }
    }
    for (ModelItem ghost : ghosts) {
      ghost.dueAfterDeletion |= hasToDie(ghost, nowSecond);
    }
  }

  /** The policy changes at once and for all. */
  void change(Integer nextDefaultTtl, List<DateRule> nextDateRules) {
    ghosts.forEach(ghost -> ghost.deletionBlurred = true);
    defaultTtl = nextDefaultTtl;
    dateRules = nextDateRules;
  }

  /** Whether an item's time has come under the policy in force. */
  boolean hasToDie(ModelItem item, long nowSecond) {
    if (defaultTtl != null) {
      int ttl = item.ttlSeconds != null ? item.ttlSeconds : defaultTtl;
      if (ttl != -1 && nowSecond - item.countedFromSecond >= ttl) {
        return true;
      }
    }
    for (DateRule rule : dateRules) {
      if (rule.inForce() && rule.kills(item.body, nowSecond)) {
        return true;
      }
    }
    return false;
  }

  /** In how many seconds an item will have to die; -1 if not within that many. */
  long secondsToLive(ModelItem item, long nowSecond, int secondsMax) {
    for (int seconds = 1; seconds <= secondsMax; seconds++) {
      if (hasToDie(item, nowSecond + seconds)) {
        return seconds;
      }
    }
    return -1;
  }

  ModelItem living(ItemKey key) {
    ModelItem item = items.get(key);
    return item == null || item.dead ? null : item;
  }

  List<ModelItem> living(Predicate<ModelItem> which) {
    return items.values().stream().filter(item -> !item.dead && which.test(item)).toList();
  }

  long livingBytes(Predicate<ModelItem> which) {
    return living(which).stream().mapToLong(item -> item.sizeBytes).sum();
  }

  /** All reasons for which a request must fail; none if it must succeed. */
  Set<ErrorCode> refusals(Ask ask, long nowSecond) {
    Set<ErrorCode> reasons = EnumSet.noneOf(ErrorCode.class);
    ModelItem there = living(ask.key());
    switch (ask.kind()) {
      case REPLACE, PATCH, DELETE, READ -> {
        if (there == null) {
          return EnumSet.of(ErrorCode.ITEM_NOT_FOUND);
        }
      }
      case CREATE -> {
        if (there != null) {
          reasons.add(ErrorCode.ALREADY_EXISTS);
        }
      }
      case UPSERT, IMPORT -> {}
    }
    if (ask.ifMatch() != null && there != null && !ask.ifMatch().equals(there.etag)) {
      reasons.add(ErrorCode.PRECONDITION_FAILED);
    }
    if (ask.kind() == Ask.Kind.IMPORT && ask.keptSecond() > nowSecond) {
      reasons.add(ErrorCode.BAD_REQUEST);
    }
    if (ask.writesBody()) {
      BsonDocument body = ask.bodyAfter(there == null ? null : there.body);
      boolean invalidTtl = body.containsKey("ttl") && ModelItem.validTtl(body.get("ttl")) == null;
      if (ask.reading() == TtlReading.STRICT && invalidTtl) {
        reasons.add(ErrorCode.BAD_TTL);
      }
      boolean keyTaken =
          indexes.stream()
              .anyMatch(index -> index.unique() && isUniqueKeyTaken(index, ask.key(), body));
      if (keyTaken || isUniqueValueTaken(ask.key(), body)) {
        reasons.add(ErrorCode.UNIQUE_KEY_VIOLATION);
      }
      if (passesQuota(ask.key(), there, body)) {
        reasons.add(ErrorCode.QUOTA_EXCEEDED);
      }
    }
    return reasons;
  }

  private boolean isUniqueValueTaken(ItemKey key, BsonDocument body) {
    return shape.unique()
        && !living(
                other ->
                    !other.key.equals(key)
                        && other.key.partitionKey().equals(key.partitionKey())
                        && uniqueValue(other.body).equals(uniqueValue(body)))
            .isEmpty();
  }

  /** Whether another living item of the container has a key in common with a body. */
  boolean isUniqueKeyTaken(PathIndex index, ItemKey key, BsonDocument body) {
    Comparator<List<BsonValue>> order = ModelIndex.order(index);
    List<List<BsonValue>> keys = ModelIndex.keys(index, body);
    return !living(
            other ->
                !other.key.equals(key)
                    && ModelIndex.keys(index, other.body).stream()
                        .anyMatch(
                            taken -> keys.stream().anyMatch(k -> order.compare(k, taken) == 0)))
        .isEmpty();
  }

  /** A missing value counts as null. */
  private static BsonValue uniqueValue(BsonDocument body) {
    return Objects.requireNonNullElse(body.get("u"), BsonNull.VALUE);
  }

  private boolean passesQuota(ItemKey key, ModelItem there, BsonDocument body) {
    long added = Bodies.sizeBytes(body) - (there == null ? 0 : there.sizeBytes);
    boolean passesContainer =
        shape.quotaBytes() > 0 && livingBytes(item -> true) + added > shape.quotaBytes();
    boolean passesPartition =
        shape.partitionQuotaBytes() > 0
            && livingBytes(item -> item.key.partitionKey().equals(key.partitionKey())) + added
                > shape.partitionQuotaBytes();
    return added > 0 && (passesContainer || passesPartition);
  }

  /** Does what was asked; it must not have been refused. Returns the new version, if there is. */
  ModelItem apply(Ask ask, long nowSecond, long version) {
    ModelItem there = living(ask.key());
    if (ask.kind() == Ask.Kind.READ) {
      return null;
    }
    if (ask.kind() == Ask.Kind.DELETE) {
      items.remove(ask.key());
      log(ChangeKind.DELETE, there, false);
      return null;
    }
    BsonDocument body = ask.bodyAfter(there == null ? null : there.body);
    ModelItem next = new ModelItem(ask, body, nowSecond, version);
    items.remove(ask.key());
    items.put(ask.key(), next);
    log(there == null ? ChangeKind.CREATE : ChangeKind.REPLACE, next, false);
    age(nowSecond);
    return next;
  }

  void deletePartition(PartitionKey partition) {
    for (ModelItem ghost : ghosts) {
      ghost.deletionBlurred |= ghost.key.partitionKey().equals(partition);
    }
    for (ModelItem item : living(each -> each.key.partitionKey().equals(partition))) {
      ghosts.add(item);
      items.remove(item.key);
      log(ChangeKind.DELETE, item, true);
    }
  }

  private void log(ChangeKind kind, ModelItem item, boolean late) {
    log.computeIfAbsent(item.key, key -> new ArrayList<>()).add(new LogEntry(kind, item, late));
  }

  /** A copy to try things on. */
  Model copy() {
    Model copy = new Model(shape, defaultTtl, dateRules);
    copy.indexes = indexes;
    items.forEach((key, item) -> copy.items.put(key, item.copy()));
    return copy;
  }
}
