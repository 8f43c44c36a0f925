package dev.mayfly.bench.attacker;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonDocument;

/** What the server did with the attacker's requests, by kind. */
final class Tally {
  private static final int KINDS_MAX = 64;
  private static final int TEXT_MAX = 100;

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  void count(String outcome) {
    String text = outcome.replaceAll("[0-9]{4,}", "N").replaceAll("[\\s|]+", " ");
    String kind = text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "..." : text;
    if (counts.size() < KINDS_MAX || counts.containsKey(kind)) {
      counts.computeIfAbsent(kind, unused -> new LongAdder()).increment();
    }
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  void reply(BsonDocument reply) {
    if (reply.getNumber("ok").doubleValue() == 1) {
      count("ok");
    } else {
      count(
          reply.get("code") instanceof org.bson.BsonInt32 code
              ? code.getValue() + " " + reply.getString("errmsg").getValue()
              : reply.toJson());
    }
  }

  /** The most frequent first. */
  List<String> lines() {
    return counts.entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -entry.getValue().sum()))
        .map(entry -> entry.getValue().sum() + " x " + entry.getKey())
        .toList();
  }
}
