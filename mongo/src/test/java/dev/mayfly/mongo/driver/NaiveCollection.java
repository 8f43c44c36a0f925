package dev.mayfly.mongo.driver;

import dev.mayfly.mongo.random.NaiveFilter;
import dev.mayfly.mongo.random.NaiveOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/** Documents with the second of their last write, and the rules of TTL written down plainly. */
final class NaiveCollection {
  /** A document and when it was written last. */
  private record Stored(BsonDocument document, long written) {}

  private final TreeMap<Integer, Stored> documents = new TreeMap<>();

  /** Seconds of the index on _ts; null while there is none. */
  Integer ttl;

  /** Seconds of a TTL index on the dates in {@code at}; null while there is none. */
  Integer dateTtl;

  /** A root field whose values are unique; null for none. */
  String unique;

  /** Whether documents without the unique field don't meet. */
  boolean sparse;

  /** The keys of the other indexes, without those of all fields. */
  final List<BsonDocument> indexes = new ArrayList<>();

  private int deaths;

  static int id(BsonDocument document) {
    return document.getInt32("_id").getValue();
  }

  /** Takes away what has died; it never comes back. */
  void bury(long now) {
    int before = documents.size();
    documents.values().removeIf(each -> isDead(each, now));
    deaths += before - documents.size();
  }

  /** How many have died. */
  int deaths() {
    return deaths;
  }

  private boolean isDead(Stored stored, long now) {
    if (ttl != null) {
      Long own = own(stored.document().get("ttl"));
      long seconds = own == null ? ttl : own;
      if (seconds != -1 && now >= stored.written() + seconds) {
        return true;
      }
    }
    Long date = earliest(stored.document().get("at"));
    return dateTtl != null && date != null && now * 1000 >= date + dateTtl * 1000;
  }

  /** The seconds that a value of ttl stands for, or null if it is none. */
  private static Long own(BsonValue value) {
    if (value == null || !(value.isInt32() || value.isInt64() || value.isDouble())) {
      return null;
    }
    double seconds = value.asNumber().doubleValue();
    boolean counts = seconds == Math.rint(seconds) && seconds <= Integer.MAX_VALUE;
    return counts && (seconds == -1 || seconds > 0) ? Long.valueOf((long) seconds) : null;
  }

  private static Long earliest(BsonValue value) {
    Long earliest = null;
    List<BsonValue> dates =
        value == null ? List.of() : value.isArray() ? value.asArray() : List.of(value);
    for (BsonValue each : dates) {
      if (each.isDateTime() && (earliest == null || each.asDateTime().getValue() < earliest)) {
        earliest = each.asDateTime().getValue();
      }
    }
    return earliest;
  }

  /** All that live, in the order of their ids. */
  List<BsonDocument> all() {
    return documents.values().stream().map(Stored::document).toList();
  }

  List<BsonDocument> matching(BsonDocument filter) {
    return all().stream().filter(each -> NaiveFilter.matches(filter, each)).toList();
  }

  BsonDocument get(int id) {
    return documents.containsKey(id) ? documents.get(id).document() : null;
  }

  void put(BsonDocument document, long now) {
    documents.put(id(document), new Stored(document, now));
    bury(now);
  }

  void remove(BsonDocument document) {
    documents.remove(id(document));
  }

  /** Whether another document has one of the values that must be unique. */
  boolean clashes(BsonDocument document) {
    return all().stream().anyMatch(each -> id(each) != id(document) && clash(document, each));
  }

  /** Whether the unique index can't hold both. */
  boolean clash(BsonDocument one, BsonDocument other) {
    List<BsonValue> taken = keys(other);
    return keys(one).stream()
        .anyMatch(key -> taken.stream().anyMatch(each -> NaiveOrder.compare(each, key) == 0));
  }

  /** Whether some index would need a key for each pair of elements of two arrays. */
  boolean isParallel(BsonDocument document) {
    return indexes.stream()
        .anyMatch(
            keys ->
                keys.keySet().stream()
                        .map(path -> array(document, path))
                        .filter(Objects::nonNull)
                        .distinct()
                        .count()
                    > 1);
  }

  /** The name of the first array on a path; null if there is none. */
  private static String array(BsonDocument document, String path) {
    BsonValue at = document;
    String walked = "";
    for (String name : path.split("\\.")) {
      at = at instanceof BsonDocument inside ? inside.get(name) : null;
      walked += "." + name;
      if (at instanceof BsonArray) {
        return walked;
      }
    }
    return null;
  }

  private List<BsonValue> keys(BsonDocument document) {
    BsonValue value = unique == null ? null : document.get(unique);
    List<BsonValue> keys = new ArrayList<>();
    if (value instanceof BsonArray array && !array.isEmpty()) {
      keys.addAll(array);
    } else if (value != null) {
      keys.add(value.isArray() ? new BsonUndefined() : value);
    } else if (unique != null && !sparse) {
      keys.add(BsonNull.VALUE);
    }
    return keys;
  }
}
