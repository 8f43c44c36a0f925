package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.http.TrustingContext;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import javax.net.ssl.SSLContext;

/** A server with a container, and clients of its port for direct mode. */
final class DirectFixture implements AutoCloseable {
  static final String CONTAINER = "dbs/db/colls/c";

  private final Engine engine;
  private final CosmosServer server;
  private final SSLContext tls;

  DirectFixture(CosmosOptions options) throws Exception {
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.fromWallClock(),
            EngineOptions.DEFAULT.withoutBackground());
    engine.createDatabase("db");
    makeContainer();
    server = CosmosServer.start(engine, options);
    tls = TrustingContext.of(server.certificate().identity().join().certificatePem());
  }

  DirectFixture() throws Exception {
    this(CosmosOptions.defaults());
  }

  void makeContainer() {
    engine.createContainer("db", ContainerDefinition.named("c").partitionKey("/pk").build());
  }

  Engine engine() {
    return engine;
  }

  CosmosServer server() {
    return server;
  }

  int port() {
    return server.directPort().getAsInt();
  }

  SSLContext tls() {
    return tls;
  }

  /** Encrypted, but not opened yet. */
  FrameClient connect() throws IOException {
    return new FrameClient(port(), tls);
  }

  FrameClient open() throws IOException {
    return FrameClient.open(port(), tls);
  }

  /** A signed frame for the items of the container. */
  static FrameBuilder feed(int operation, String verb, int transportId) throws Exception {
    return FrameClient.signed(
        new FrameBuilder(FrameBuilder.ITEM, operation)
            .text(0x0015, "db")
            .text(0x0016, "c")
            .text(0x002B, "[\"p\"]")
            .number(0x004D, transportId),
        verb,
        "docs",
        CONTAINER);
  }

  /** A signed frame for one item. */
  static FrameBuilder item(int operation, String verb, String id, int transportId)
      throws Exception {
    return FrameClient.signed(
        new FrameBuilder(FrameBuilder.ITEM, operation)
            .text(0x0015, "db")
            .text(0x0016, "c")
            .text(0x0017, id)
            .text(0x002B, "[\"p\"]")
            .number(0x004D, transportId),
        verb,
        "docs",
        CONTAINER + "/docs/" + id);
  }

  @Override
  public void close() {
    server.close();
    engine.close();
  }
}
