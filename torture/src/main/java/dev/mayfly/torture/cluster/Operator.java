package dev.mayfly.torture.cluster;

import dev.mayfly.testkit.cluster.NodeProcess;
import dev.mayfly.torture.ledger.Violation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/** What an operator asks of a node's admin port, again while there is no leader. */
final class Operator {
  private static final long PATIENCE_SECONDS = 300;

  private Operator() {}

  static void add(NodeProcess at, String id, String address)
      throws IOException, InterruptedException {
    post(at, "/cluster/add?id=" + id + "&address=" + address);
  }

  static void remove(NodeProcess at, String id) throws IOException, InterruptedException {
    post(at, "/cluster/remove?id=" + id);
  }

  static void transferLeader(NodeProcess at, String to) throws IOException, InterruptedException {
    post(at, "/cluster/transfer-leader?to=" + to);
  }

  /** Compares the replicas while they run. */
  static void check(NodeProcess at) throws IOException, InterruptedException {
    String answer = post(at, "/cluster/check");
    if (!Document.parse(answer).getBoolean("equal")) {
      throw new Violation("the replicas differ: " + answer);
    }
  }

  /** Makes a backup of a node's own rows; returns where it is. */
  static Path backup(NodeProcess at, String name) throws IOException, InterruptedException {
    post(at, "/backup?name=" + name);
    return at.data().resolveSibling(at.data().getFileName() + "-backups").resolve(name);
  }

  private static String post(NodeProcess at, String path) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (true) {
      String said;
      try {
        NodeProcess.Answer answer = at.post(path);
        if (answer.status() == 200) {
          return answer.body();
        }
        said = answer.toString();
      } catch (IOException e) {
        said = e.toString();
      }
      if (System.nanoTime() - end > 0) {
        throw new Violation("POST " + path + " at " + at.id() + ": " + said);
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }
}
