package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Random histories on a storage, against the oracle. {@code -Dmayfly.seed} replays one, {@code
 * -Dmayfly.oracle.histories} and {@code -Dmayfly.oracle.steps} say how many and how long.
 */
public abstract class OracleSuite {
  /** A new, empty storage. */
  protected abstract Storage open();

  /** Closes a storage and opens it again. */
  protected abstract Storage reopen(Storage storage);

  /** How many histories are lived through when nothing else is said. */
  protected abstract int histories();

  private World.Bench bench() {
    return new World.Bench() {
      @Override
      public Storage open() {
        return OracleSuite.this.open();
      }

      @Override
      public Storage reopen(Storage storage) {
        return OracleSuite.this.reopen(storage);
      }
    };
  }

  @Test
  @Rule({"A3", "A5", "A7", "A8", "B1", "B2", "B3", "B5", "C3", "C5", "D5", "F1", "F2", "F3", "G2"})
  void engineAgreesWithTheOracle() {
    int steps = Integer.getInteger("mayfly.oracle.steps", 200);
    long first = Seeds.seed(getClass());
    boolean replay = Long.getLong(Seeds.PROPERTY) != null;
    int histories = replay ? 1 : Integer.getInteger("mayfly.oracle.histories", histories());
    System.out.println("Histories " + first + " to " + (first + histories - 1));
    Histories.live(first, histories, steps, bench());
  }
}
