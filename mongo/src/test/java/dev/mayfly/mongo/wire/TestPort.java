package dev.mayfly.mongo.wire;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.auth.ScramMechanism;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.net.measure.OperationMeter;
import dev.mayfly.net.port.EventLoops;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A port whose commands a test answers itself. */
final class TestPort implements AutoCloseable {
  private final EventLoops loops = new EventLoops("network", 1);
  private final Engine engine =
      Engine.open(
          new MemoryStorage(),
          MovableClock.frozenAt(1_800_000_000L),
          EngineOptions.DEFAULT.withoutBackground());
  private final Users users = new Users(engine);
  private final Clients clients = new Clients(users);
  private final MongoPort port;

  TestPort(WireLimits limits, Consumer<RunningOperation> commands) throws IOException {
    port =
        new MongoPort(
            new MongoPort.Settings(
                new InetSocketAddress("127.0.0.1", 0),
                CompletableFuture.failedFuture(new IllegalStateException("no certificate")),
                false,
                limits,
                MemoryPool.ofHeap(),
                new OperationMeter(),
                engine::lastTime),
            loops,
            clients,
            commands);
  }

  /** Adds a user: from now on clients have to authenticate. */
  User addUser(String name) {
    User user =
        User.create(
            new UserName(name, "admin"),
            "secret",
            Set.of(),
            null,
            List.of(ScramMechanism.SCRAM_SHA_256));
    users.create(user);
    users.enforce();
    return user;
  }

  User user(String name) {
    return users.find(new UserName(name, "admin"));
  }

  WireClient connect() throws IOException {
    return new WireClient(port.port());
  }

  MongoPort port() {
    return port;
  }

  Clients clients() {
    return clients;
  }

  @Override
  public void close() {
    port.close();
    loops.close();
    engine.close();
  }
}
