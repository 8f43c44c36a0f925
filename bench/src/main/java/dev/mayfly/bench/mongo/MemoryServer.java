package dev.mayfly.bench.mongo;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.Pinning;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;

/** A program: mongo-java-server with its data in memory. */
public final class MemoryServer {
  private static final Pattern READY = Pattern.compile("ready on (?<port>[0-9]+)");

  private MemoryServer() {}

  /** Runs it in a process of its own. */
  static ChildServer start() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            java,
            "-Dio.netty.leakDetection.level=disabled",
            "-cp",
            System.getProperty("java.class.path"),
            MemoryServer.class.getName());
    return ChildServer.start(Pinning.onServerCore(command), READY);
  }

  public static void main(String[] args) throws Exception {
    MongoServer server = new MongoServer(new MemoryBackend());
    System.out.println("ready on " + server.bind().getPort());
    // Until the process is ended.
    new CountDownLatch(1).await();
  }
}
