package dev.mayfly.bench.mongo;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.JavaProgram;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A program: mongo-java-server with its data in memory. */
public final class MemoryServer {
  private MemoryServer() {}

  /** Runs it in a process of its own. */
  static ChildServer start() throws IOException {
    return JavaProgram.start(MemoryServer.class);
  }

  public static void main(String[] args) throws Exception {
    MongoServer server = new MongoServer(new MemoryBackend());
    JavaProgram.ready(server.bind().getPort());
    // Until the process is ended.
    new CountDownLatch(1).await();
  }
}
