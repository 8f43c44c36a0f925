package dev.mayfly.cosmos.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No client holds so much of the memory for bodies that the others get none. */
class BodySharesTest extends PortFixture {
  private static final long SLOW_BYTES_PER_SECOND = 256 << 10;
  private static final int BODY_BYTES = 1 << 20;
  private static final String LARGE = "x".repeat(BODY_BYTES);

  private final List<RawClient> clients = new ArrayList<>();

  @BeforeEach
  void openPort() throws IOException {
    open(HttpLimits.DEFAULT.withBodies(BODY_BYTES, 8L * BODY_BYTES));
  }

  @AfterEach
  void closeClients() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
  }

  private RawClient client() throws IOException {
    RawClient client = connect();
    clients.add(client);
    return client;
  }

  /** Uses up the budget with large requests that wait for their answers. */
  private void fill() throws Exception {
    long held = 0;
    while (held + BODY_BYTES <= 8L * BODY_BYTES) {
      client().post("/later", "", LARGE);
      awaitLater();
      held += BODY_BYTES;
    }
    assertThat(client().post("/", "", LARGE).read().status()).isEqualTo(503);
  }

  @Test
  void smallBodiesDoNotDependOnTheBudget() throws Exception {
    fill();
    assertThat(client().post("/", "", "x".repeat(50_000)).read().status()).isEqualTo(200);
  }

  @Test
  void oneConnectionDoesNotTakeAll() throws Exception {
    RawClient greedy = client();
    for (int i = 0; i < 64; i++) {
      assertThat(greedy.get("/").read().status()).as("so that it may pipeline").isEqualTo(200);
    }
    Thread sender =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 64; i++) {
                  greedy.post("/later", "", LARGE);
                }
              } catch (IOException e) {
                // The test is over.
              }
            });
    sender.start();
    for (int i = 0; i < 4; i++) {
      awaitLater();
    }
    for (int i = 0; i < 10; i++) {
      assertThat(client().post("/", "", LARGE).read().status()).isEqualTo(200);
    }
    greedy.close();
    sender.join();
  }

  @Test
  void aSlowSenderGivesWayToOthers() throws Exception {
    String half = "x".repeat(BODY_BYTES / 2 + 1);
    for (int i = 0; i < 8; i++) {
      client()
          .send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + BODY_BYTES + "\r\n\r\n" + half);
    }
    Await.until("eight slow senders", () -> port.bodies().held() >= 7L * BODY_BYTES);
    // All of them have begun by now, so that after this time each of them is slow.
    long slowAfter = TimeUnit.SECONDS.toNanos(half.length()) / SLOW_BYTES_PER_SECOND;
    long began = System.nanoTime();
    int status;
    do {
      status = client().post("/", "", LARGE).read().status();
    } while (System.nanoTime() - began <= slowAfter
        || status == 503 && System.nanoTime() - began < TimeUnit.SECONDS.toNanos(15));
    assertThat(status).as("half of the time that a request may take is over").isEqualTo(200);
    for (int i = 0; i < 8; i++) {
      client().post("/later", "", LARGE);
      awaitLater();
    }
    for (RawClient slow : clients.subList(0, 8)) {
      assertThat(slow.read().status()).isEqualTo(408);
    }
  }
}
