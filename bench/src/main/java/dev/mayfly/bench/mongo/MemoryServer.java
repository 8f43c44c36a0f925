package dev.mayfly.bench.mongo;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.process.ArchiveVersion;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.JavaProgram;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A program: mongo-java-server with its data in memory. */
public final class MemoryServer {
  static final String NAME = "mongo-java-server";

  private static final String LOG = "log";

  private MemoryServer() {}

  /** As the name of its archive says. */
  static void name(Report report) {
    report.version(NAME, ArchiveVersion.of(MongoServer.class));
  }

  /** Runs it in a process of its own. */
  static ChildServer start() throws IOException {
    return JavaProgram.start(MemoryServer.class);
  }

  /** The same with the log that its change streams need. */
  static ChildServer startWithLog() throws IOException {
    return JavaProgram.start(MemoryServer.class, LOG);
  }

  public static void main(String[] args) throws Exception {
    MongoServer server = new MongoServer(new MemoryBackend());
    if (args.length > 0 && args[0].equals(LOG)) {
      server.enableOplog();
    }
    JavaProgram.ready(server.bind().getPort());
    // Until the process is ended.
    new CountDownLatch(1).await();
  }
}
