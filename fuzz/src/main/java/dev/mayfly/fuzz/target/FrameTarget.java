package dev.mayfly.fuzz.target;

import dev.mayfly.fuzz.world.CosmosWorld;
import dev.mayfly.fuzz.world.FrameConnection;
import dev.mayfly.fuzz.world.Limits;
import dev.mayfly.fuzz.world.LoggedFailures;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Bytes on a new connection to the port of direct mode, inside TLS, which is then half closed. The
 * server's clock stands still, so the signatures in the corpus stay valid for what they sign.
 */
public final class FrameTarget implements Target {
  private static final int SECONDS_MAX = 20;

  private CosmosWorld world;

  @Override
  public String name() {
    return "frame";
  }

  @Override
  public String about() {
    return "bytes to the port of direct mode: answered without 500 or closed, others are served";
  }

  @Override
  public List<String> instrumented() {
    return List.of("dev.mayfly.cosmos", "dev.mayfly.net");
  }

  @Override
  public int bytesMax() {
    return 4096;
  }

  @Override
  public void run(byte[] input) throws Throwable {
    if (world == null) {
      world = new CosmosWorld();
    }
    Limits.inProcess(SECONDS_MAX, () -> send(input));
  }

  private void send(byte[] input) throws IOException {
    LoggedFailures.forget();
    List<Integer> statuses = List.of();
    try (FrameConnection connection = world.connectDirect()) {
      try {
        connection.send(input);
        connection.endOutput();
      } catch (IOException e) {
        // The server may close before it has read everything; what it said still counts.
      }
      statuses = connection.readStatuses();
      if (statuses.contains(500)) {
        throw new AssertionError("answered with " + statuses);
      }
      if (world.ask("GET", CosmosWorld.INDEXED, Map.of(), new byte[0]).status() / 100 == 5) {
        throw new AssertionError("another client is not served any more");
      }
      LoggedFailures.requireNone();
    } finally {
      // The first answer only opens the connection.
      if (statuses.stream().skip(1).anyMatch(status -> status / 100 == 2)) {
        world.reset();
      }
    }
  }
}
