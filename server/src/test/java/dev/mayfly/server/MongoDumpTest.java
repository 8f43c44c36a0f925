package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.testkit.Rule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Dump folders of MongoDB's tools. The bytes are made here from the public description of the
 * formats: nothing of what reads them writes them.
 */
@Timeout(120)
class MongoDumpTest {
  /** As mongodump 100.x writes it. */
  private static final String METADATA =
      "{\"options\":{\"validator\":{\"n\":{\"$gte\":{\"$numberInt\":\"0\"}}}},"
          + "\"indexes\":["
          + "{\"v\":{\"$numberInt\":\"2\"},\"key\":{\"_id\":{\"$numberInt\":\"1\"}},"
          + "\"name\":\"_id_\"},"
          + "{\"v\":{\"$numberInt\":\"2\"},\"unique\":true,"
          + "\"key\":{\"n\":{\"$numberInt\":\"1\"}},\"name\":\"n_1\"},"
          + "{\"v\":{\"$numberInt\":\"2\"},\"key\":{\"at\":{\"$numberInt\":\"1\"}},"
          + "\"name\":\"at_1\",\"expireAfterSeconds\":{\"$numberInt\":\"3600\"}}],"
          + "\"uuid\":\"5f2e3a0c9d1b4e6fa7c8091a2b3c4d5e\","
          + "\"collectionName\":\"orders/2026\",\"type\":\"collection\"}";

  private static final String VIEW =
      "{\"options\":{\"viewOn\":\"orders/2026\",\"pipeline\":[{\"$match\":{\"n\":"
          + "{\"$numberInt\":\"1\"}}}]},\"indexes\":[],\"uuid\":\"\",\"collectionName\":\"ones\","
          + "\"type\":\"view\"}";

  @TempDir private Path folder;

  private final TransferFixture commands = new TransferFixture();

  /** A document { _id: int64, n: int32, at: date, half: double }. */
  private static byte[] document(long id, int n, long atMillis) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    field(fields, 0x12, "_id", eight(id));
    field(fields, 0x10, "n", ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(n));
    field(fields, 0x09, "at", eight(atMillis));
    field(fields, 0x01, "half", eight(Double.doubleToLongBits(0.5)));
    int length = 4 + fields.size() + 1;
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .put(fields.toByteArray())
        .put((byte) 0)
        .array();
  }

  private static ByteBuffer eight(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
  }

  private static void field(ByteArrayOutputStream out, int type, String name, ByteBuffer value) {
    out.write(type);
    out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    out.write(0);
    out.writeBytes(value.array());
  }

  private static void write(Path file, byte[] content, boolean gzip) throws IOException {
    Path named = gzip ? file.resolveSibling(file.getFileName() + ".gz") : file;
    try (OutputStream raw = Files.newOutputStream(named);
        OutputStream out = gzip ? new GZIPOutputStream(raw) : raw) {
      out.write(content);
    }
  }

  private Path dump(boolean gzip, int count) throws IOException {
    Path dump = folder.resolve("dump" + gzip);
    Path shop = Files.createDirectories(dump.resolve("shop"));
    ByteArrayOutputStream documents = new ByteArrayOutputStream();
    long soon = System.currentTimeMillis() - 1_000_000;
    for (int i = 0; i < count; i++) {
      documents.writeBytes(document(i, i, soon + i));
    }
    write(shop.resolve("orders%2F2026.bson"), documents.toByteArray(), gzip);
    byte[] metadata = METADATA.getBytes(StandardCharsets.UTF_8);
    write(shop.resolve("orders%2F2026.metadata.json"), metadata, gzip);
    write(shop.resolve("ones.metadata.json"), VIEW.getBytes(StandardCharsets.UTF_8), gzip);
    Path admin = Files.createDirectories(dump.resolve("admin"));
    write(admin.resolve("system.version.bson"), new byte[0], gzip);
    Files.writeString(dump.resolve("prelude.json"), "{}");
    return dump;
  }

  @Test
  void aDumpIsImportedWithItsIndexesAndViews() throws Exception {
    for (boolean gzip : List.of(false, true)) {
      Path dump = dump(gzip, 700);
      try (RunningServer server = TransferFixture.ephemeral();
          MongoClient client = TransferFixture.mongo(server)) {
        assertThat(commands.run(server, "import", dump.toString())).as(commands.said()).isZero();
        assertThat(commands.said())
            .contains("shop/orders/2026: 700 items imported")
            .contains("prelude.json", "system.version.bson");
        MongoDatabase shop = client.getDatabase("shop");
        MongoCollection<Document> orders = shop.getCollection("orders/2026");
        assertThat(orders.countDocuments()).isEqualTo(700);
        Document seven = orders.find(new Document("_id", 7L)).first();
        assertThat(seven.get("_id")).isEqualTo(7L);
        assertThat(seven.get("n")).isEqualTo(7);
        assertThat(seven.get("at")).isInstanceOf(Date.class);
        assertThat(shop.getCollection("ones").countDocuments()).isEqualTo(1);
        List<String> indexes = new ArrayList<>();
        orders.listIndexes().forEach(index -> indexes.add(index.toJson()));
        assertThat(indexes).hasSize(3);
        assertThat(indexes.get(1)).contains("\"unique\": true");
        assertThat(indexes.get(2)).contains("\"expireAfterSeconds\": 3600");
        TransferFixture.admin(server, "POST", "/clock/advance?seconds=3000");
        assertThat(orders.countDocuments()).as("the TTL index is in force").isZero();
      }
    }
  }

  @Test
  void anExportHasTheShapeOfADump() throws Exception {
    Path dump = dump(false, 50);
    try (RunningServer server = TransferFixture.ephemeral()) {
      assertThat(commands.run(server, "import", dump.toString())).as(commands.said()).isZero();
      Path out = folder.resolve("out");
      assertThat(commands.run(server, "export", out.toString(), "--format", "bson", "--gzip"))
          .as(commands.said())
          .isZero();
      byte[] exported;
      try (var in =
          new GZIPInputStream(Files.newInputStream(out.resolve("shop/orders%2F2026.bson.gz")))) {
        exported = in.readAllBytes();
      }
      byte[] given = Files.readAllBytes(dump.resolve("shop/orders%2F2026.bson"));
      assertThat(documents(exported)).containsExactlyInAnyOrderElementsOf(documents(given));
      try (var in =
          new GZIPInputStream(
              Files.newInputStream(out.resolve("shop/orders%2F2026.metadata.json.gz")))) {
        BsonDocument now =
            BsonDocument.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        BsonDocument before = BsonDocument.parse(METADATA);
        for (String member : List.of("options", "collectionName", "type")) {
          assertThat(now.get(member)).isEqualTo(before.get(member));
        }
        assertThat(now.getArray("indexes")).hasSize(3);
      }
      assertThat(out.resolve("shop/ones.metadata.json.gz")).exists();
      assertThat(out.resolve("shop/ones.bson.gz")).doesNotExist();
    }
  }

  private static List<String> documents(byte[] bytes) {
    List<String> all = new ArrayList<>();
    for (int at = 0; at < bytes.length; ) {
      int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
      all.add(new RawBsonDocument(Arrays.copyOfRange(bytes, at, at + length)).toJson());
      at += length;
    }
    return all;
  }

  @Test
  @Rule("C9")
  void timesOfDocumentsAreKeptOrResetAsAsked() throws Exception {
    Path file = folder.resolve("docs.jsonl");
    Path out = folder.resolve("out.jsonl");
    try (RunningServer from = TransferFixture.ephemeral();
        RunningServer to = TransferFixture.ephemeral();
        MongoClient source = TransferFixture.mongo(from);
        MongoClient target = TransferFixture.mongo(to)) {
      MongoDatabase database = source.getDatabase("d");
      database.runCommand(
          Document.parse(
              "{createIndexes:'c',indexes:[{key:{_ts:1},name:'t',expireAfterSeconds:100}]}"));
      database.getCollection("c").insertOne(new Document("_id", 1).append("big", 5L));
      TransferFixture.admin(from, "POST", "/clock/advance?seconds=40");
      TransferFixture.admin(to, "POST", "/clock/advance?seconds=40");
      String[] export = {"export", out.toString(), "--db", "d", "--container", "c", "--with-ts"};
      assertThat(commands.run(from, export)).as(commands.said()).isZero();
      assertThat(Files.readString(out)).contains("\"big\": {\"$numberLong\": \"5\"}", "_ts");
      Files.copy(out, file);
      target
          .getDatabase("d")
          .runCommand(
              Document.parse(
                  "{createIndexes:'c',indexes:[{key:{_ts:1},name:'t',expireAfterSeconds:100}]}"));
      String[] load = {"import", file.toString(), "--db", "d", "--container", "c"};
      assertThat(commands.run(to, load)).isEqualTo(1);
      assertThat(commands.said()).contains("_ts");
      List<String> keep = new ArrayList<>(List.of(load));
      keep.add("--keep-ts");
      assertThat(commands.run(to, keep.toArray(String[]::new))).as(commands.said()).isZero();
      MongoCollection<Document> copied = target.getDatabase("d").getCollection("c");
      assertThat(copied.find().first()).isEqualTo(new Document("_id", 1).append("big", 5L));
      TransferFixture.admin(to, "POST", "/clock/advance?seconds=50");
      assertThat(copied.countDocuments()).isEqualTo(1);
      TransferFixture.admin(to, "POST", "/clock/advance?seconds=15");
      assertThat(copied.countDocuments()).as("100 seconds after its own time").isZero();
      List<String> reset = new ArrayList<>(List.of(load));
      reset.addAll(List.of("--reset-ts", "--again"));
      assertThat(commands.run(to, reset.toArray(String[]::new))).as(commands.said()).isZero();
      assertThat(copied.countDocuments()).isEqualTo(1);
    }
  }

  @Test
  void aDamagedDumpIsNamed() throws Exception {
    Path dump = dump(false, 5);
    Path bson = dump.resolve("shop/orders%2F2026.bson");
    byte[] whole = Files.readAllBytes(bson);
    Files.write(bson, Arrays.copyOf(whole, whole.length - 3));
    String data = folder.resolve("data").toString();
    assertThat(commands.run(Map.of(), "import", dump.toString(), "--data", data)).isEqualTo(1);
    assertThat(commands.said())
        .contains("orders%2F2026.bson, document 5 at byte ", "is it cut off?")
        .doesNotContain("\tat ");
    Files.writeString(dump.resolve("shop/orders%2F2026.metadata.json"), "{\"options\":7}");
    String other = folder.resolve("other").toString();
    assertThat(commands.run(Map.of(), "import", dump.toString(), "--data", other)).isEqualTo(1);
    assertThat(commands.said()).contains("'options' must be a document");
  }
}
