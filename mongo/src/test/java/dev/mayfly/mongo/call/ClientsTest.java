package dev.mayfly.mongo.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.net.work.WorkLimits;
import dev.mayfly.net.work.Workers;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClientsTest {
  /** A connection that is always open. */
  private static final class OpenChannel implements ClientChannel {
    @Override
    public InetSocketAddress remoteAddress() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    @Override
    public InetSocketAddress localAddress() {
      return remoteAddress();
    }

    @Override
    public String serverName() {
      return null;
    }

    @Override
    public boolean isSecure() {
      return false;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void later(Runnable task, long millis) {
      throw new UnsupportedOperationException("no timer");
    }

    @Override
    public void wake() {}

    @Override
    public RunningOperation running() {
      return null;
    }

    @Override
    public void close() {}
  }

  @Test
  void requestsOfAClientThatLeavesEndAtTheirNextCheckpoint() throws Exception {
    try (Engine engine =
            Engine.open(
                new MemoryStorage(), MovableClock.frozenAt(1_800_000_000L), EngineOptions.DEFAULT);
        Workers workers = new Workers("test", WorkLimits.of(1))) {
      Clients clients = new Clients(new Users(engine));
      clients.runOn(workers);
      Client client = clients.enter(false, new OpenChannel());
      CountDownLatch running = new CountDownLatch(1);
      CompletableFuture<RuntimeException> ended = new CompletableFuture<>();
      client.execute(
          () -> {
            try {
              while (true) {
                Checkpoint.pass();
                running.countDown();
              }
            } catch (RuntimeException e) {
              ended.complete(e);
            }
          });
      running.await();
      clients.leave(client);

      assertThat(Failures.translate(ended.get(60, TimeUnit.SECONDS)).codeName())
          .isEqualTo("ClientDisconnect");
    }
  }
}
