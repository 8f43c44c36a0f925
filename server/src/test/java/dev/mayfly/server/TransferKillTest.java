package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Imports and exports that are killed and begun again. The items have no ids of their own: one that
 * were imported twice would be there twice.
 */
@Timeout(600)
@LongTest
class TransferKillTest {
  private static final int ITEMS = Rounds.of(8_000, 20_000);
  private static final Pattern NUMBER = Pattern.compile("\"n\":([0-9]+)");

  @TempDir private Path temporary;

  private Path file;
  private Random random;

  @BeforeEach
  void writeTheFile() throws IOException {
    random = new Random(Seeds.seedOfThreads(TransferKillTest.class));
    file = temporary.resolve("items.jsonl");
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      for (int i = 0; i < ITEMS; i++) {
        out.println(
            "{\"n\":" + i + ",\"ttl\":" + (100_000 + i) + ",\"text\":\"" + "x".repeat(80) + "\"}");
      }
    }
  }

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-ea", "-cp", System.getProperty("java.class.path")));
    command.add("dev.mayfly.server.Main");
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("MAYFLY_"));
    return builder.redirectOutput(temporary.resolve("said").toFile()).start();
  }

  private int run(String... args) throws Exception {
    Process process = start(args);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  private String said() throws IOException {
    return Files.readString(temporary.resolve("said"));
  }

  private String[] load(String... where) {
    List<String> args =
        new ArrayList<>(
            List.of(
                "import", file.toString(), "--db", "d", "--container", "c", "--default-ttl", "-1"));
    args.addAll(List.of(where));
    return args.toArray(String[]::new);
  }

  private static String port(ServerProcess server) {
    String address = server.adminAddress();
    return address.substring(address.lastIndexOf(':') + 1);
  }

  private static long items(ServerProcess server) throws Exception {
    Matcher items = Pattern.compile("\"items\":([0-9]+)").matcher(server.get("/containers/d/c"));
    return items.find() ? Long.parseLong(items.group(1)) : 0;
  }

  /** Every number is there once, and nothing else. */
  private static void assertComplete(Path exported) throws IOException {
    boolean[] seen = new boolean[ITEMS];
    long lines = 0;
    for (String line : Files.readAllLines(exported)) {
      Matcher number = NUMBER.matcher(line);
      assertThat(number.find()).isTrue();
      int n = Integer.parseInt(number.group(1));
      assertThat(seen[n]).as("%d is there twice", n).isFalse();
      assertThat(line).contains("\"ttl\":" + (100_000 + n));
      seen[n] = true;
      lines++;
    }
    assertThat(lines).isEqualTo(ITEMS);
  }

  @Test
  void anImportIntoAServerContinuesWhereItWasKilled() throws Exception {
    Path data = temporary.resolve("data");
    String[] serve = {"--data", data.toString(), "--durability", "relaxed"};
    ServerProcess server = ServerProcess.serve(temporary, serve);
    try {
      for (int kills = 0; kills < 2; kills++) {
        long wanted = items(server) + 1 + random.nextInt(ITEMS / 6);
        Process importing = start(load("--admin-port", port(server)));
        ServerProcess now = server;
        Await.until("items are imported", () -> items(now) >= wanted || !importing.isAlive());
        assertThat(importing.isAlive()).as(said()).isTrue();
        if (kills == 1) {
          server.kill();
          assertThat(importing.waitFor(1, TimeUnit.MINUTES)).isTrue();
          assertThat(importing.exitValue()).isEqualTo(1);
          assertThat(said()).contains("no server answers").doesNotContain("\tat ");
          server = ServerProcess.serve(temporary, serve);
        } else {
          importing.destroyForcibly().waitFor();
        }
      }
      assertThat(run(load("--admin-port", port(server)))).as(said()).isZero();
      assertThat(said()).containsPattern("d/c: [0-9]+ items imported, [1-9][0-9]* records done");
      assertThat(items(server)).isEqualTo(ITEMS);
      export(server);
    } finally {
      server.close();
    }
  }

  private void export(ServerProcess server) throws Exception {
    Path out = temporary.resolve("out.jsonl");
    String[] export = {
      "export", out.toString(), "--db", "d", "--container", "c", "--admin-port", port(server)
    };
    Process killed = start(export);
    Path part = temporary.resolve("out.jsonl.part");
    Await.until(
        "the export has begun",
        () -> Files.exists(part) && Files.size(part) > 0 || !killed.isAlive());
    killed.destroyForcibly().waitFor();
    if (Files.notExists(out)) {
      assertThat(run(export)).as(said()).isZero();
    }
    assertThat(part).doesNotExist();
    assertComplete(out);
  }

  @Test
  void anImportIntoAStoppedStoreContinuesWhereItWasKilled() throws Exception {
    Path data = temporary.resolve("data");
    Path log = temporary.resolve("said");
    Process importing = start(load("--data", data.toString()));
    Await.until("there is a store", () -> Files.exists(data.resolve("CURRENT")));
    Await.pace(Duration.ofMillis(random.nextInt(2000)));
    importing.destroyForcibly().waitFor();
    assertThat(run(load("--data", data.toString()))).as(Files.readString(log)).isZero();
    assertThat(run("check", data.toString())).as(said()).isZero();
    Path out = temporary.resolve("out.jsonl");
    String[] export = {
      "export", out.toString(), "--db", "d", "--container", "c", "--data", data.toString()
    };
    assertThat(run(export)).as(said()).isZero();
    assertComplete(out);
  }
}
