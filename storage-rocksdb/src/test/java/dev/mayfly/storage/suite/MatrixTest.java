package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Rule;
import org.junit.jupiter.api.Test;

/** The nine cells of container default and item ttl, and the example tables of the sources. */
class MatrixTest extends EachStorageTest {
  private static final int N = 20;

  @Test
  @Rule({"A1", "A3", "matrix:off/none"})
  void offAndNone() {
    assertNever(null);
  }

  @Test
  @Rule({"A1", "A3", "matrix:off/-1"})
  void offAndMinusOne() {
    assertNever(null, "ttl", -1);
  }

  @Test
  @Rule({"A1", "A3", "matrix:off/m"})
  void offAndSeconds() {
    assertNever(null, "ttl", 7);
  }

  @Test
  @Rule({"A1", "A3", "matrix:-1/none"})
  void minusOneAndNone() {
    assertNever(-1);
  }

  @Test
  @Rule({"A1", "A3", "matrix:-1/-1"})
  void minusOneAndMinusOne() {
    assertNever(-1, "ttl", -1);
  }

  @Test
  @Rule({"A1", "A3", "matrix:-1/m"})
  void minusOneAndSeconds() {
    assertAfter(7, -1, "ttl", 7);
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/none"})
  void secondsAndNone() {
    assertAfter(N, N);
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/-1"})
  void secondsAndMinusOne() {
    assertNever(N, "ttl", -1);
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/m"})
  void secondsAndFewerSeconds() {
    assertAfter(7, N, "ttl", 7);
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/m"})
  void secondsAndMoreSeconds() {
    assertAfter(70, N, "ttl", 70);
  }

  private void assertNever(Integer defaultTtl, Object... properties) {
    Container c = container(defaultTtl);
    put(c, "a", properties);
    assertThat(c.read(key("a")).remainingSeconds()).isEqualTo(Long.MAX_VALUE);
    assertNeverDies(c, "a");
    assertThat(purge(c)).isZero();
    assertThat(c.live().items()).isEqualTo(1);
  }

  private void assertAfter(long seconds, Integer defaultTtl, Object... properties) {
    Container c = container(defaultTtl);
    put(c, "a", properties);
    assertThat(c.read(key("a")).remainingSeconds()).isEqualTo(seconds);
    assertDiesAfter(c, "a", seconds);
    assertThat(c.live().items()).isZero();
    assertThat(purge(c)).isEqualTo(1);
  }

  @Test
  @Rule("table-1")
  void tableOneDefaultOff() {
    Container c = tableItems(null);
    clock.advance(1_000_000);
    assertThat(scanned(c)).containsExactlyInAnyOrder("none", "minusOne", "twoThousand");
  }

  @Test
  @Rule("table-2")
  void tableTwoDefaultMinusOne() {
    Container c = tableItems(-1);
    clock.advance(1999);
    assertThat(scanned(c)).containsExactlyInAnyOrder("none", "minusOne", "twoThousand");
    clock.advance(1);
    assertThat(scanned(c)).containsExactlyInAnyOrder("none", "minusOne");
    clock.advance(1_000_000);
    assertThat(scanned(c)).containsExactlyInAnyOrder("none", "minusOne");
  }

  @Test
  @Rule("table-3")
  void tableThreeDefaultOneThousand() {
    Container c = tableItems(1000);
    clock.advance(999);
    assertThat(scanned(c)).containsExactlyInAnyOrder("none", "minusOne", "twoThousand");
    clock.advance(1);
    assertThat(scanned(c)).containsExactlyInAnyOrder("minusOne", "twoThousand");
    clock.advance(999);
    assertThat(scanned(c)).containsExactlyInAnyOrder("minusOne", "twoThousand");
    clock.advance(1);
    assertThat(scanned(c)).containsExactly("minusOne");
    clock.advance(1_000_000);
    assertThat(scanned(c)).containsExactly("minusOne");
  }

  private Container tableItems(Integer defaultTtl) {
    Container c = container(defaultTtl);
    put(c, "none");
    put(c, "minusOne", "ttl", -1);
    put(c, "twoThousand", "ttl", 2000);
    return c;
  }
}
