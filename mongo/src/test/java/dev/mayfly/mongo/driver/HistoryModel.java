package dev.mayfly.mongo.driver;

import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.bson.Document;

/**
 * What a collection holds after a history of writes, some of them in transactions, while documents
 * die: maps and plain rules, without any code of the server.
 */
final class HistoryModel {
  /** What documents without a ttl of their own live. */
  static final int DEFAULT_TTL = 1000;

  private final Rules rules;
  private final TreeMap<Integer, Version> committed = new TreeMap<>();
  private final Map<Integer, Open> locks = new HashMap<>();
  private final Set<Open> opened = new HashSet<>();

  /**
   * What indexes ask of documents, besides finding them.
   *
   * @param uniqueAbove values of {@code unique} up to this one may occur twice
   * @param dieAfterSeconds documents die so long after a date in {@code dies}
   * @param dieAbove only those with a greater {@code n}; null for all
   */
  record Rules(int uniqueAbove, int dieAfterSeconds, Integer dieAbove) {
    private long deadline(Document document, long now) {
      long deadline = now + document.getInteger("ttl", DEFAULT_TTL);
      Integer n = document.getInteger("n");
      if (dieAbove != null && (n == null || n <= dieAbove)) {
        return deadline;
      }
      Object dies = document.get("dies");
      for (Object date :
          dies instanceof List<?> list ? list : dies == null ? List.of() : List.of(dies)) {
        long millis = ((Date) date).getTime() + dieAfterSeconds * 1000L;
        deadline = Math.min(deadline, Math.floorDiv(millis + 999, 1000L));
      }
      return deadline;
    }

    /** The value that no two may have; null for none. */
    private Integer unique(Document document) {
      Integer value = document == null ? null : document.getInteger("unique");
      return value == null || value <= uniqueAbove ? null : value;
    }
  }

  /**
   * @param deadline the second from which on it is dead
   */
  private record Version(Document document, long deadline) {}

  HistoryModel(Rules rules) {
    this.rules = rules;
  }

  /** A transaction from its first statement on. */
  final class Open {
    private final Map<Integer, Version> seen = new HashMap<>(committed);
    private final Map<Integer, Document> own = new HashMap<>();

    /** Unique values that it takes or gives up. */
    private final Set<Integer> values = new HashSet<>();

    private long doomedAt = Long.MAX_VALUE;

    private Document visible(int id, long now) {
      if (own.containsKey(id)) {
        Document document = own.get(id);
        return document == null || rules.deadline(document, now) <= now ? null : document;
      }
      return alive(seen.get(id), now);
    }

    /** Whether nothing of it can be committed, as something that it writes has died. */
    boolean isDoomed(long now) {
      return now >= doomedAt;
    }

    /** Whether a write to a document is refused. */
    boolean conflicts(int id, long now) {
      Open holder = locks.get(id);
      if (holder != null) {
        return holder != this;
      }
      return aliveVersion(seen.get(id), now) != aliveVersion(committed.get(id), now);
    }

    /** Writes a document, or deletes it. */
    void write(int id, Document document, long now) {
      values.add(rules.unique(own.get(id)));
      if (!own.containsKey(id)) {
        Version before = aliveVersion(seen.get(id), now);
        if (before != null) {
          doomedAt = Math.min(doomedAt, before.deadline);
        }
        if (seen.get(id) != null) {
          values.add(rules.unique(seen.get(id).document));
        }
        locks.put(id, this);
      }
      values.add(rules.unique(document));
      own.put(id, document);
    }

    void end(boolean commit, long now) {
      opened.remove(this);
      locks.values().removeIf(holder -> holder == this);
      if (commit) {
        own.forEach((id, document) -> HistoryModel.this.write(id, document, now));
      }
    }
  }

  Open begin() {
    Open open = new Open();
    opened.add(open);
    return open;
  }

  /** Whether a write outside of transactions may wait for one of them. */
  boolean mayWait(int id, Document after) {
    Version before = committed.get(id);
    return locks.containsKey(id)
        || isHeld(null, rules.unique(after))
        || before != null && isHeld(null, rules.unique(before.document));
  }

  /** Whether another transaction takes or gives up a unique value. */
  private boolean isHeld(Open except, Integer value) {
    return value != null
        && opened.stream().anyMatch(each -> each != except && each.values.contains(value));
  }

  /** Whether a reader sees another document with the same unique value. */
  boolean isTaken(Open transaction, int id, Document after, long now) {
    Integer value = rules.unique(after);
    return value != null
        && visible(transaction, now).stream()
            .anyMatch(
                each -> each.getInteger("_id") != id && Objects.equals(rules.unique(each), value));
  }

  /** Whether a unique value, not taken as the transaction sees it, may be refused to it. */
  boolean mayBeRefused(Open transaction, int id, Document after, long now) {
    return isHeld(transaction, rules.unique(after)) || isTaken(null, id, after, now);
  }

  void write(int id, Document document, long now) {
    if (document == null) {
      committed.remove(id);
    } else {
      committed.put(id, new Version(document, rules.deadline(document, now)));
    }
  }

  /** The document that a reader sees; null for none. */
  Document visible(Open transaction, int id, long now) {
    return transaction == null ? alive(committed.get(id), now) : transaction.visible(id, now);
  }

  /** All documents that a reader sees, by their ids. */
  List<Document> visible(Open transaction, long now) {
    Set<Integer> ids = new HashSet<>(committed.keySet());
    if (transaction != null) {
      ids.addAll(transaction.seen.keySet());
      ids.addAll(transaction.own.keySet());
    }
    List<Document> all = new ArrayList<>();
    for (int id : ids.stream().sorted().toList()) {
      Document document = visible(transaction, id, now);
      if (document != null) {
        all.add(document);
      }
    }
    return all;
  }

  private static Version aliveVersion(Version version, long now) {
    return version == null || version.deadline <= now ? null : version;
  }

  private static Document alive(Version version, long now) {
    Version alive = aliveVersion(version, now);
    return alive == null ? null : alive.document;
  }
}
