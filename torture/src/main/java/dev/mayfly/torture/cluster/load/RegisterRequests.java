package dev.mayfly.torture.cluster.load;

import static dev.mayfly.testkit.linear.RegisterRequest.ABSENT;
import static dev.mayfly.testkit.linear.RegisterRequest.OPEN;

import dev.mayfly.testkit.linear.RegisterRequest;
import dev.mayfly.testkit.linear.RegisterRequest.Kind;
import dev.mayfly.testkit.linear.RegisterRequest.Outcome;
import dev.mayfly.torture.cluster.judge.RegisterLedger;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** One client's requests on single items, as the ledger keeps them. */
final class RegisterRequests implements ClientLoop.Request {
  private static final AtomicLong VALUES = new AtomicLong();
  private static final int KNOWN_MAX = 16;

  private final String client;
  private final Registers registers;
  private final RegisterLedger ledger;
  private final boolean reads;
  private final Map<String, Seen> known = new HashMap<>();

  /**
   * @param reads whether answers to reads are held to the order of all requests; false where the
   *     API lets a client read at a follower
   */
  RegisterRequests(String client, Registers registers, RegisterLedger ledger, boolean reads) {
    this.client = client;
    this.registers = registers;
    this.ledger = ledger;
    this.reads = reads;
  }

  @Override
  public void send(Random random) {
    RegisterLedger.Epoch epoch = ledger.enter();
    String key = epoch.key(random.nextInt());
    if (known.size() > KNOWN_MAX) {
      known.clear();
    }
    Kind kind = kind(random, known.get(key));
    long value = kind == Kind.READ || kind == Kind.DELETE ? ABSENT : VALUES.incrementAndGet();
    Seen expected = known.get(key);
    long expectedValue = kind == Kind.SWAP ? expected.value() : ABSENT;
    long began = System.nanoTime();
    RegisterRequest request = null;
    try {
      Seen answer = ask(kind, key, expected, value);
      boolean done = kind == Kind.READ || kind == Kind.PUT || answer != null;
      long found = kind == Kind.READ ? (answer == null ? ABSENT : answer.value()) : value;
      if (kind != Kind.READ || reads) {
        request =
            new RegisterRequest(
                client,
                kind,
                done ? Outcome.DONE : Outcome.REFUSED,
                expectedValue,
                found,
                began,
                System.nanoTime());
      }
      if (kind == Kind.DELETE || answer == null) {
        known.remove(key);
      } else {
        known.put(key, answer);
      }
    } catch (RuntimeException e) {
      if (kind != Kind.READ) {
        request =
            new RegisterRequest(client, kind, Outcome.UNKNOWN, expectedValue, value, began, OPEN);
      }
      throw e;
    } finally {
      ledger.leave(epoch, key, request);
    }
  }

  private static Kind kind(Random random, Seen seen) {
    int dice = random.nextInt(20);
    if (dice < 9) {
      return Kind.READ;
    }
    if (dice < 14) {
      return seen == null ? Kind.CREATE : Kind.SWAP;
    }
    return dice < 17 ? Kind.PUT : dice < 18 ? Kind.CREATE : Kind.DELETE;
  }

  private Seen ask(Kind kind, String key, Seen expected, long value) {
    return switch (kind) {
      case READ -> registers.read(key);
      case CREATE -> registers.create(key, value);
      case PUT -> registers.put(key, value);
      case SWAP -> registers.swap(key, expected, value);
      case DELETE -> registers.delete(key) ? new Seen(ABSENT, "") : null;
    };
  }
}
