package dev.mayfly.torture.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.torture.cluster.judge.Findings;
import dev.mayfly.torture.process.Server;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All clients find nothing to object to in a server on its own, which nothing is done to. */
@Timeout(300)
@LongTest
class ClusterLoadTest {
  private static final long REQUESTS = 20;

  @TempDir private Path temporary;

  @Test
  void aServerOnItsOwnIsWell() throws Exception {
    Findings findings = new Findings();
    try (Server server = Server.start(temporary.resolve("data"));
        ClusterLoad load =
            new ClusterLoad(
                "mongodb://localhost:" + server.mongoPort() + "/?replicaSet=rs0",
                server.cosmosPort(),
                findings,
                Seeds.seedOfThreads(ClusterLoadTest.class))) {
      load.start();
      Await.until(
          "every client that writes has written",
          () -> load.written().values().stream().allMatch(done -> done >= REQUESTS));
      load.judgeItems();
      load.finish();
      load.lines().forEach(System.out::println);
      System.out.println(load.errors());
      assertThat(findings.lines()).isEmpty();
    }
  }
}
