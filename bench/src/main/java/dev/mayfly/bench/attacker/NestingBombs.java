package dev.mayfly.bench.attacker;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.MongoConnection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonDocument;

/** Text and documents of authenticated clients that are nested, long or large beyond sense. */
final class NestingBombs {
  private static final int THREADS = 8;

  private NestingBombs() {}

  static void json(Arena arena) {
    List<String> bombs =
        List.of(
            item("[".repeat(1_000_000)),
            item("{\"a\":".repeat(300_000)),
            item("[".repeat(100) + "]".repeat(100)),
            item("9".repeat(2_000_000)),
            item("0." + "1".repeat(2_000_000)),
            item("1e999999999"),
            item("1e-999999999"),
            item("\"" + "\\u0041".repeat(300_000) + "\""),
            item("{" + "\"a\":1,".repeat(200_000) + "\"b\":1}"),
            item("{" + names(150_000) + "\"z\":1}"));
    arena.threads(
        THREADS,
        thread -> {
          try (CosmosClient client = arena.cosmos()) {
            for (String bomb : bombs) {
              arena.count(client.upsert("p", CosmosClient.utf8(bomb)));
            }
          }
        });
  }

  private static String item(String value) {
    return "{\"id\":\"bomb\",\"pk\":\"p\",\"v\":" + value + "}";
  }

  private static String names(int count) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < count; i++) {
      names.append("\"n").append(i).append("\":").append(i).append(',');
    }
    return names.toString();
  }

  static void bson(Arena arena) {
    List<byte[]> bombs =
        List.of(
            MongoConnection.message(insert(nested(200_000))),
            MongoConnection.message(insert(nested(150))),
            command("find", "filter: " + "{$and: [".repeat(90) + "{a: 1}" + "]}".repeat(90)),
            command("find", "filter: {$or: [" + "{a: 1}, ".repeat(50_000) + "{a: 2}]}"),
            command("find", "filter: {a: {$in: [" + "1.5, ".repeat(100_000) + "2]}}"),
            command(
                "find",
                "filter: {$expr: " + "{$not: [".repeat(80) + "true" + "]}".repeat(80) + "}"),
            command("find", "filter: {a: {$regex: '" + "(a+)+".repeat(500) + "$'}}"),
            command("find", "filter: {a: {$regex: '((a{1,100}){1,100}){1,100}'}}"),
            command(
                "aggregate",
                "pipeline: [" + "{$addFields: {b: '$a'}},".repeat(990) + "], cursor: {}"));
    send(arena, bombs);
  }

  private static void send(Arena arena, List<byte[]> bombs) {
    arena.threads(
        THREADS,
        thread -> {
          try (MongoConnection connection = arena.login()) {
            for (byte[] bomb : bombs) {
              arena.tally().count("asked");
              connection.send(bomb);
              arena.tally().reply(connection.receive());
            }
          }
        });
  }

  /** Messages of many small values: parsed, they need many times the memory of their bytes. */
  static void values(Arena arena) {
    byte[] filter =
        MongoConnection.message(find(document(field((byte) 4, "$in", arrays(1_900_000)))));
    byte[] comment = MongoConnection.message(find(arrays(1_900_000)));
    send(arena, List.of(filter, comment));
  }

  private static byte[] find(byte[] condition) {
    return document(
        field((byte) 2, "find", string(Target.COLLECTION)),
        field((byte) 2, "$db", string(Target.DATABASE)),
        field((byte) 3, "filter", document(field((byte) 3, "a", condition))));
  }

  /** An array of empty arrays, whose names are all the same. */
  private static byte[] arrays(int count) {
    byte[] one = field((byte) 4, "0", document());
    ByteBuffer buffer = ByteBuffer.allocate(5 + one.length * count).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(buffer.capacity());
    for (int i = 0; i < count; i++) {
      buffer.put(one);
    }
    return buffer.array();
  }

  private static byte[] command(String name, String rest) {
    return MongoConnection.message(
        BsonDocument.parse(
            "{%s: '%s', $db: '%s', %s}".formatted(name, Target.COLLECTION, Target.DATABASE, rest)));
  }

  /** {@code insert} as the first field and the bomb as the only document. */
  private static byte[] insert(byte[] document) {
    byte[] head = field((byte) 2, "insert", string(Target.COLLECTION));
    byte[] db = field((byte) 2, "$db", string(Target.DATABASE));
    byte[] documents = field((byte) 4, "documents", document(field((byte) 3, "0", document)));
    return document(head, db, documents);
  }

  private static byte[] nested(int depth) {
    // Each level: its length, the type and name of the field, and the end.
    int bytes = 5 + 8 * depth;
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < depth; i++) {
      buffer.putInt(bytes - 8 * i).put((byte) 3).put((byte) 'a').put((byte) 0);
    }
    buffer.putInt(5);
    return buffer.array();
  }

  private static byte[] field(byte type, String name, byte[] value) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + text.length + value.length)
        .put(type)
        .put(text)
        .put((byte) 0)
        .put(value)
        .array();
  }

  private static byte[] string(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(5 + bytes.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(bytes.length + 1)
        .put(bytes)
        .array();
  }

  private static byte[] document(byte[]... fields) {
    int length = 5;
    for (byte[] field : fields) {
      length += field.length;
    }
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).putInt(length);
    for (byte[] field : fields) {
      buffer.put(field);
    }
    return buffer.array();
  }

  static void sql(Arena arena) {
    List<String> bombs =
        List.of(
            "SELECT VALUE " + "(".repeat(100_000) + "1",
            "SELECT VALUE " + "(".repeat(2_000) + "1" + ")".repeat(2_000),
            "SELECT VALUE " + "NOT ".repeat(50_000) + "true",
            "SELECT VALUE " + "-".repeat(50_000) + "1",
            "SELECT VALUE " + "1+".repeat(50_000) + "1",
            "SELECT VALUE " + "[".repeat(50_000),
            "SELECT VALUE " + "{'a':".repeat(50_000),
            "SELECT VALUE c" + ".a".repeat(50_000) + " FROM c",
            "SELECT VALUE " + "true ? 1 : ".repeat(20_000) + "2",
            "SELECT VALUE " + "ABS(".repeat(20_000) + "1",
            "SELECT * FROM c WHERE " + "c.a = 1 OR ".repeat(20_000) + "c.a = 2",
            "SELECT VALUE " + "9".repeat(200_000),
            "SELECT VALUE " + "(SELECT VALUE ".repeat(5_000) + "1");
    arena.threads(
        THREADS,
        thread -> {
          try (CosmosClient client = arena.cosmos()) {
            for (String bomb : bombs) {
              String body = "{\"query\":\"" + bomb + "\"}";
              arena.count(
                  client.feed(
                      "POST", CosmosClient.CROSS_PARTITION_QUERY_HEADERS, CosmosClient.utf8(body)));
            }
          }
        });
  }
}
