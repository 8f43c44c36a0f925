package dev.mayfly.mongo.driver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

  private final TreeMap<Integer, Version> committed = new TreeMap<>();
  private final Map<Integer, Open> locks = new HashMap<>();

  /**
   * @param deadline the second from which on it is dead
   */
  record Version(Document document, long deadline) {}

  /** A transaction from its first statement on. */
  final class Open {
    private final Map<Integer, Version> seen = new HashMap<>(committed);
    private final Map<Integer, Document> own = new HashMap<>();
    private long doomedAt = Long.MAX_VALUE;

    private Document visible(int id, long now) {
      if (own.containsKey(id)) {
        return own.get(id);
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
      if (!own.containsKey(id)) {
        Version before = aliveVersion(seen.get(id), now);
        if (before != null) {
          doomedAt = Math.min(doomedAt, before.deadline);
        }
        locks.put(id, this);
      }
      own.put(id, document);
    }

    void end(boolean commit, long now) {
      locks.values().removeIf(holder -> holder == this);
      if (commit) {
        own.forEach((id, document) -> HistoryModel.this.write(id, document, now));
      }
    }
  }

  Open begin() {
    return new Open();
  }

  /** Whether a write outside of transactions would wait. */
  boolean isLocked(int id) {
    return locks.containsKey(id);
  }

  void write(int id, Document document, long now) {
    if (document == null) {
      committed.remove(id);
    } else {
      committed.put(id, new Version(document, now + document.getInteger("ttl", DEFAULT_TTL)));
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
