package dev.mayfly.server.transfer.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;

/** Items in files. */
class RecordsTest {
  private static List<String> read(FileFormat format, String text) throws IOException {
    return read(format, text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> read(FileFormat format, byte[] bytes) throws IOException {
    List<String> found = new ArrayList<>();
    try (RecordReader reader = format.reader(new ByteArrayInputStream(bytes), true)) {
      for (FileRecord record = reader.next(); record != null; record = reader.next()) {
        found.add(record.place() + " " + new RawBsonDocument(record.bson()).toJson());
      }
    }
    return found;
  }

  private static void assertBad(FileFormat format, String text, String message) {
    assertThatThrownBy(() -> read(format, text)).hasMessageContaining(message);
  }

  @Test
  void jsonIsLinesOrAnArray() throws IOException {
    List<String> expected = List.of("line 1 {\"a\": \"}]\\\"\"}", "line 3 {\"b\": [{\"c\": 1}]}");
    String first = "{\"a\":\"}]\\\"\"}";
    String second = "{\"b\":\n [{\"c\":1}]}";
    assertThat(read(FileFormat.JSONL, first + "\n\n" + second + "\n")).isEqualTo(expected);
    assertThat(read(FileFormat.JSON, "[" + first + ",\r\n\n" + second + "]\n")).isEqualTo(expected);
    assertThat(read(FileFormat.JSON, "\ufeff[ ]")).isEmpty();
    assertThat(read(FileFormat.JSONL, "")).isEmpty();
    assertBad(FileFormat.JSON, "[{}\n{}]", "line 2: there must be a comma");
    assertBad(FileFormat.JSON, "[{},\n", "line 2: the array has no end");
    assertBad(FileFormat.JSON, "[{}] {}", "line 1: after the end of the array");
    assertBad(FileFormat.JSONL, "{}\n7", "line 2: an object must begin here, not '7'");
    assertBad(FileFormat.JSONL, "{}\n{\"a\":", "inside the object that begins at line 2");
    assertBad(FileFormat.JSONL, "{\"a\":{\"$oid\":\"7\"}}", "");
  }

  @Test
  void tablesHaveTypes() throws IOException {
    String table =
        "id,n:int,big:long,x:double,ok:bool,at:date,o.p.q,v:json\r\n"
            + "a,1,2,0.5,true,2026-01-02T03:04:05Z,deep,\"{\"\"k\"\":[1]}\"\r\n"
            + "\"b,\"\"\n\",,,,,,\"\",\n";
    assertThat(read(FileFormat.CSV, table))
        .containsExactly(
            "line 2 {\"id\": \"a\", \"n\": 1, \"big\": 2, \"x\": 0.5, \"ok\": true, \"at\":"
                + " {\"$date\": \"2026-01-02T03:04:05Z\"}, \"o\": {\"p\": {\"q\": \"deep\"}},"
                + " \"v\": {\"k\": [1]}}",
            "line 3 {\"id\": \"b,\\\"\\n\", \"o\": {\"p\": {\"q\": \"\"}}}");
    assertBad(FileFormat.CSV, "", "there is no header");
    assertBad(FileFormat.CSV, "a:number\n1", "'number' is not a type");
    assertBad(FileFormat.CSV, "a,a\n1,2", "twice");
    assertBad(FileFormat.CSV, "a,b\n1\n", "line 2: there are 1 cells, but the header has 2");
    assertBad(FileFormat.CSV, "a:int\nx", "is 'x', which is no int");
    assertBad(FileFormat.CSV, "a\n\"x", "line 2: the quoted cell that begins here has no end");
    assertThatThrownBy(() -> read(FileFormat.CSV, new byte[] {'a', '\n', (byte) 0xff}))
        .hasMessageContaining("not UTF-8");
  }

  @Test
  void everyDocumentComesBackFromEveryFormat() throws IOException {
    Random random = Seeds.random(RecordsTest.class);
    List<byte[]> documents = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      documents.add(document(random, i));
    }
    for (FileFormat format : FileFormat.values()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      CsvColumns columns = new CsvColumns();
      for (byte[] document : documents) {
        columns.see(document);
      }
      RecordWriter writer =
          format == FileFormat.CSV ? columns.writer(out) : format.writer(out, true, 0);
      for (byte[] document : documents) {
        writer.write(document);
      }
      writer.end();
      List<BsonDocument> found = new ArrayList<>();
      try (RecordReader reader = format.reader(new ByteArrayInputStream(out.toByteArray()), true)) {
        for (FileRecord record = reader.next(); record != null; record = reader.next()) {
          found.add(new RawBsonDocument(record.bson()).decode(new BsonDocumentCodec()));
        }
      }
      assertThat(found).hasSize(documents.size());
      for (int i = 0; i < found.size(); i++) {
        BsonDocument expected =
            new RawBsonDocument(documents.get(i)).decode(new BsonDocumentCodec());
        assertThat(found.get(i)).as("%s %d", format, i).isEqualTo(expected);
      }
    }
  }

  private static byte[] document(Random random, int number) {
    List<String> values =
        new ArrayList<>(
            List.of(
                "{\"$numberLong\":\"" + random.nextLong() + "\"}",
                "{\"$numberInt\":\"" + random.nextInt() + "\"}",
                "{\"$numberDouble\":\"" + random.nextGaussian() + "\"}",
                "{\"$numberDouble\":\"NaN\"}",
                "\"\"",
                "\" a,\\\"\\r\\n\\u00e4\\ud83d\\ude00\"",
                "true",
                "null",
                "{\"$date\":{\"$numberLong\":\"" + random.nextInt() * 1000L + "\"}}",
                "{\"$oid\":\"5f2e3a0c9d1b4e6fa7c8091a\"}",
                "{\"$numberDecimal\":\"1.50\"}",
                "{\"$binary\":{\"base64\":\"AQI=\",\"subType\":\"00\"}}",
                "[{\"x\":[]},{}]",
                "{\"deep\":{\"er\":\"}\"}}"));
    StringBuilder text = new StringBuilder("{\"_id\":{\"$numberInt\":\"" + number + "\"}");
    for (String name : Arrays.asList("a", "b", "c", "d")) {
      if (random.nextBoolean()) {
        text.append(",\"" + name + "\":" + values.get(random.nextInt(values.size())));
      }
    }
    RawBsonDocument raw = RawBsonDocument.parse(text + "}");
    byte[] bytes = new byte[raw.getByteBuffer().remaining()];
    raw.getByteBuffer().get(bytes);
    return bytes;
  }
}
