package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import dev.mayfly.testkit.Rule;
import org.junit.jupiter.api.Test;

/** The nine cells of the matrix and the tables of the source texts. */
@Rule({"A1", "A3"})
class TtlMatrixSdkTest extends SdkTest {
  private static final long YEARS = 100_000_000;

  @Test
  @Rule({"matrix:off/none", "matrix:off/-1", "matrix:off/m", "table-1"})
  void whileOffNothingExpires() {
    CosmosContainer container = container((Integer) null);
    container.createItem(item("none"));
    container.createItem(item("never", -1));
    container.createItem(item("own", 2000));
    clock().advance(YEARS);
    assertThat(ids(container)).containsExactly("never", "none", "own");
    assertThat(read(container, "own").get("ttl").asInt()).isEqualTo(2000);
  }

  @Test
  @Rule({"matrix:-1/none", "matrix:-1/-1", "matrix:-1/m", "table-2"})
  void withoutADefaultOnlyOwnTtlsExpire() {
    CosmosContainer container = container(-1);
    container.createItem(item("none"));
    container.createItem(item("never", -1));
    container.createItem(item("own", 2000));
    clock().advance(1999);
    assertThat(ids(container)).containsExactly("never", "none", "own");
    clock().advance(1);
    assertThat(ids(container)).containsExactly("never", "none");
    assertGone(container, "own");
    clock().advance(YEARS);
    assertThat(ids(container)).containsExactly("never", "none");
  }

  @Test
  @Rule({"matrix:n/none", "matrix:n/-1", "matrix:n/m", "table-3"})
  void withADefaultTheOwnTtlWins() {
    CosmosContainer container = container(1000);
    container.createItem(item("none"));
    container.createItem(item("never", -1));
    container.createItem(item("shorter", 10));
    container.createItem(item("longer", 2000));
    clock().advance(9);
    assertThat(ids(container)).containsExactly("longer", "never", "none", "shorter");
    clock().advance(1);
    assertThat(ids(container)).containsExactly("longer", "never", "none");
    clock().advance(989);
    assertAlive(container, "none");
    clock().advance(1);
    assertThat(ids(container)).containsExactly("longer", "never");
    clock().advance(999);
    assertAlive(container, "longer");
    clock().advance(1);
    assertThat(ids(container)).containsExactly("never");
    clock().advance(YEARS);
    assertAlive(container, "never");
  }

  @Test
  @Rule("A9")
  void onlyARootPropertyNamedTtlCounts() {
    CosmosContainer container = container(-1);
    container.createItem(item("upper").put("TTL", 1));
    container.createItem(item("nested").set("inner", JSON.createObjectNode().put("ttl", 1)));
    container.createItem(item("words").put("TTL", "no number"));
    clock().advance(YEARS);
    assertThat(ids(container)).containsExactly("nested", "upper", "words");
  }
}
