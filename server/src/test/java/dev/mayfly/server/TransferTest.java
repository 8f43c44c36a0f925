package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.server.config.Setting;
import dev.mayfly.testkit.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Items of containers out into files and in again, over the admin port and in directories. */
@Timeout(120)
class TransferTest {
  private static final String CARTS =
      "{\"id\":\"carts\",\"partitionKey\":{\"paths\":[\"/p\"],\"kind\":\"Hash\"},"
          + "\"defaultTtl\":1000,\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/n\"]}]}}";

  @TempDir private Path folder;

  private final TransferFixture commands = new TransferFixture();

  /** Ahead of any server that is started later, so that their clocks can be moved to this one's. */
  private static void fill(RunningServer server) throws Exception {
    TransferFixture.admin(server, "POST", "/clock/freeze");
    TransferFixture.admin(server, "POST", "/clock/advance?seconds=100000");
    SignedRequests cosmos = TransferFixture.container(server, "shop", CARTS);
    for (int i = 0; i < 12; i++) {
      String ttl = i % 3 == 0 ? "" : i % 3 == 1 ? ",\"ttl\":-1" : ",\"ttl\":" + (i + 10);
      String item =
          "{\"id\":\"i%d\",\"p\":\"p%d\",\"n\":%d,\"text\":\"a,\\\"b\\\"\\n%d\",\"half\":0.5%s}"
              .formatted(i, i % 4, i, i, ttl);
      cosmos.post(
          "dbs/shop/colls/carts", "docs", item, "x-ms-documentdb-partitionkey", key("p" + i % 4));
      TransferFixture.admin(server, "POST", "/clock/advance?seconds=1");
    }
  }

  private static String key(String value) {
    return "[\"" + value + "\"]";
  }

  /** The second in which each item expires, or that it is gone. */
  private static List<String> deadlines(RunningServer server, String database) throws Exception {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String answer =
          TransferFixture.admin(
              server,
              "GET",
              "/containers/"
                  + database
                  + "/carts/items/i"
                  + i
                  + "/ttl?partitionKey=%5B%22p"
                  + i % 4
                  + "%22%5D");
      all.add(
          answer.contains("error")
              ? "gone"
              : String.valueOf(BsonDocument.parse(answer).get("deadline")));
    }
    return all;
  }

  @Test
  @Rule({"B1", "C9"})
  void everyFormatKeepsTheLiveItemsAndTheirTimes() throws Exception {
    try (RunningServer from = TransferFixture.ephemeral();
        RunningServer to = TransferFixture.ephemeral()) {
      fill(from);
      TransferFixture.admin(from, "POST", "/clock/advance?seconds=3");
      TransferFixture.admin(to, "POST", "/clock/freeze");
      long behind = second(from) - second(to);
      TransferFixture.admin(to, "POST", "/clock/advance?seconds=" + behind);
      List<String> before = deadlines(from, "shop");
      List<String> items = items(from, "shop");
      assertThat(before).as("some have expired").contains("gone");
      assertThat(TransferFixture.admin(to, "GET", "/purge"))
          .contains("\"awaitingConfirmation\":false");
      for (String format : List.of("jsonl", "json", "csv", "bson")) {
        for (boolean gzip : List.of(false, true)) {
          String name = format + gzip;
          Path out = folder.resolve(name);
          List<String> export =
              new ArrayList<>(List.of("export", out.toString(), "--format", format));
          if (gzip) {
            export.add("--gzip");
          }
          assertThat(commands.run(from, export.toArray(String[]::new)))
              .as(commands.said())
              .isZero();
          String files = out.resolve("shop").toString();
          assertThat(commands.run(to, "import", files, "--db", name, "--keep-ts"))
              .as(commands.said())
              .isZero();
          assertThat(commands.said()).contains("POST /purge/confirm");
          assertThat(deadlines(to, name)).as(name).isEqualTo(before);
          assertThat(items(to, name)).as(name).isEqualTo(items);
        }
      }
      assertThat(TransferFixture.admin(to, "GET", "/purge"))
          .contains("\"awaitingConfirmation\":true");
    }
  }

  /** What the clock of a server shows. */
  private static long second(RunningServer server) throws Exception {
    return BsonDocument.parse(TransferFixture.admin(server, "GET", "/clock"))
        .getNumber("epochSecond")
        .longValue();
  }

  /** What is exported of a database, as sorted lines, and its definition. */
  private List<String> items(RunningServer server, String database) throws Exception {
    Path out = folder.resolve("items-" + database);
    assertThat(commands.run(server, "export", out.toString(), "--db", database))
        .as(commands.said())
        .isZero();
    Path files = out.resolve(database);
    List<String> lines = new ArrayList<>(Files.readAllLines(files.resolve("carts.jsonl")));
    lines.sort(null);
    lines.add(Files.readString(files.resolve("carts.definition.json")));
    return lines;
  }

  @Test
  void aStoppedStoreIsReadAndWrittenToo() throws Exception {
    Path file = folder.resolve("items.jsonl");
    Files.writeString(file, "{\"id\":\"a\",\"v\":1}\n{\"id\":\"b\",\"v\":2}\n{\"v\":3}");
    String data = folder.resolve("data").toString();
    String[] load = {
      "import",
      file.toString(),
      "--db",
      "d",
      "--container",
      "c",
      "--data",
      data,
      "--default-ttl",
      "5000"
    };
    assertThat(commands.run(Map.of(), load)).as(commands.said()).isZero();
    assertThat(commands.said()).contains("d/c: 3 items imported");
    assertThat(commands.run(Map.of(), load)).isZero();
    assertThat(commands.said()).contains("0 items imported, 3 records done before");
    assertThat(commands.run(Map.of(), "check", data)).isZero();
    Path out = folder.resolve("out");
    assertThat(commands.run(Map.of(), "export", out.toString(), "--data", data)).isZero();
    assertThat(Files.readAllLines(out.resolve("d/c.jsonl")))
        .hasSize(3)
        .allMatch(line -> line.contains("\"_ts\":"))
        .anyMatch(line -> line.matches("\\{\"v\":3,\"id\":\"[-0-9a-f]{36}\".*"));
    assertThat(Files.readString(out.resolve("d/c.definition.json")))
        .contains("\"defaultTtl\":5000");
    assertThat(commands.run(Map.of(), "export", out.toString(), "--data", data)).isEqualTo(1);
    assertThat(commands.said()).contains("is there already");
  }

  @Test
  void badRecordsAreNamedAndLeftOutIfAsked() throws Exception {
    Path file = folder.resolve("items.json");
    Files.writeString(
        file,
        "[{\"id\":\"a\"},\n"
            + " {\"id\":\"b\",\"ttl\":0},\n"
            + " {\"id\":7},\n"
            + "{\"id\":\"a\"}, {\"id\":\"z\"}]");
    String data = folder.resolve("data").toString();
    String[] load = {"import", file.toString(), "--db", "d", "--container", "c", "--data", data};
    assertThat(commands.run(Map.of(), load)).isEqualTo(1);
    assertThat(commands.said()).contains("items.json, line 2: ", "1 items imported", "--refused");
    Path refused = folder.resolve("refused.jsonl");
    List<String> again = new ArrayList<>(List.of(load));
    again.addAll(List.of("--refused", refused.toString()));
    assertThat(commands.run(Map.of(), again.toArray(String[]::new))).isEqualTo(1);
    assertThat(commands.said())
        .contains("line 2: ", "line 3: The id is of the type INT32", "line 4: ")
        .contains("d/c: 1 items imported, 1 records done before, 3 refused");
    assertThat(Files.readAllLines(refused)).hasSize(3).element(0).asString().contains("\"b\"");

    Files.writeString(file, "[{\"id\":\"x\"},\n{\"id\":\"y\"\n");
    assertThat(commands.run(Map.of(), load)).isEqualTo(1);
    assertThat(commands.said())
        .contains("items.json, line 3: the file ends inside the object that begins at line 2");
  }

  @Test
  void theCommandLineIsChecked() throws Exception {
    Path file = Files.writeString(folder.resolve("items.txt"), "{}");
    for (String[] args :
        List.of(
            new String[] {"import", folder.resolve("none.json").toString()},
            new String[] {"import", file.toString()},
            new String[] {"import", file.toString(), "--db", "d", "--container", "c"},
            new String[] {"import", folder.toString(), "--container", "c"},
            new String[] {"import", folder.toString(), "--keep-ts", "--reset-ts"},
            new String[] {"import", folder.toString(), "--api", "sql"},
            new String[] {"import", folder.toString(), "--existing", "burn"},
            new String[] {"export", folder.resolve("x.csv").toString()},
            new String[] {"export", folder.toString(), "--container", "c"})) {
      assertThat(commands.run(Map.of(), args)).as(String.join(" ", args)).isEqualTo(2);
    }
    assertThat(commands.run(Map.of(), "import", folder.toString(), "--admin-port", "1"))
        .isEqualTo(1);
    assertThat(commands.said()).contains("name it with --db");
  }

  @Test
  void aServerWithCredentialsAsksForThem() throws Exception {
    String key = "bWF5Zmx5IGZpcnN0IGtleSBvZiBhbGw=";
    Path file = Files.writeString(folder.resolve("a.jsonl"), "{\"id\":\"a\"}");
    try (RunningServer server =
        TransferFixture.start(Map.of(Setting.EPHEMERAL, "true", Setting.COSMOS_KEY, key))) {
      String port = Integer.toString(server.adminPort());
      String[] load = {
        "import", file.toString(), "--db", "d", "--container", "c", "--admin-port", port
      };
      assertThat(commands.run(Map.of(), load)).isEqualTo(1);
      assertThat(commands.said()).contains("MAYFLY_COSMOS_KEY");
      assertThat(commands.run(Map.of("MAYFLY_COSMOS_KEY", key), load)).isZero();
      String[] export = {"export", folder.resolve("out").toString(), "--admin-port", port};
      assertThat(commands.run(Map.of(), export)).isEqualTo(1);
      assertThat(commands.run(Map.of("MAYFLY_COSMOS_KEY", key), export)).isZero();
    }
  }

  @Test
  void aSeedIsLoadedOnce() throws Exception {
    Path seed = Files.createDirectories(folder.resolve("seed/shop"));
    Files.writeString(seed.resolve("carts.json"), "[{\"id\":\"a\",\"p\":\"x\"}]");
    Files.writeString(
        seed.resolve("carts.definition.json"), "{\"partitionKey\":\"/p\",\"defaultTtl\":100}");
    Files.writeString(seed.resolve("events.jsonl"), "{\"_id\":{\"$numberLong\":\"7\"}}");
    Files.writeString(
        seed.resolve("events.definition.json"),
        "{\"api\":\"mongodb\",\"indexes\":[{\"key\":{\"at\":1},\"name\":\"at_1\","
            + "\"expireAfterSeconds\":60}]}");
    try (RunningServer server = TransferFixture.ephemeral()) {
      String root = seed.getParent().toString();
      assertThat(commands.run(server, "seed", root)).as(commands.said()).isZero();
      assertThat(commands.said()).contains("shop/carts: 1 items", "shop/events: 1 items");
      TransferFixture.admin(server, "POST", "/clock/advance?seconds=100");
      assertThat(commands.run(server, "seed", root)).isZero();
      assertThat(commands.said()).contains("shop/carts: 0 items imported, 1 records done before");
      assertThat(TransferFixture.admin(server, "GET", "/containers/shop/carts"))
          .contains("\"items\":0", "\"defaultTtl\":100", "\"/p\"");
      assertThat(TransferFixture.admin(server, "GET", "/containers/shop/events"))
          .contains("\"api\":\"mongodb\"", "\"items\":1", "\"expireAfterSeconds\":60");
      TransferFixture.container(server, "own", CARTS)
          .post(
              "dbs/own/colls/carts",
              "docs",
              "{\"id\":\"mine\",\"p\":\"x\"}",
              "x-ms-documentdb-partitionkey",
              key("x"));
      Path own = Files.createDirectories(folder.resolve("seed/own"));
      Files.copy(seed.resolve("carts.json"), own.resolve("carts.json"));
      assertThat(commands.run(server, "seed", root)).isZero();
      assertThat(commands.said()).contains("own/carts: has items of its own");
    }
  }
}
