package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Rule;
import org.junit.jupiter.api.Test;

/** The nine cells of the matrix. */
@Rule({"A1", "A3", "D1", "D3"})
class TtlMatrixDriverTest extends TtlTest {
  private static final long YEARS = 100_000_000;

  @Test
  @Rule({"matrix:off/none", "matrix:off/-1", "matrix:off/m"})
  void whileOffNothingExpires() {
    insert("{'_id': 'none'}", "{'_id': 'never', 'ttl': -1}", "{'_id': 'own', 'ttl': 2000}");
    clock().advance(YEARS);
    assertThat(ids()).containsExactly("never", "none", "own");
    assertThat(read("own")).isEqualTo(json("{'_id': 'own', 'ttl': 2000}"));
  }

  @Test
  @Rule({"matrix:-1/none", "matrix:-1/-1", "matrix:-1/m"})
  void withoutADefaultOnlyOwnTtlsExpire() {
    ttl(-1);
    insert("{'_id': 'none'}", "{'_id': 'never', 'ttl': -1}", "{'_id': 'own', 'ttl': 2000}");
    clock().advance(1999);
    assertThat(ids()).containsExactly("never", "none", "own");
    clock().advance(1);
    assertThat(ids()).containsExactly("never", "none");
    clock().advance(YEARS);
    assertThat(ids()).containsExactly("never", "none");
  }

  @Test
  @Rule({"matrix:n/none", "matrix:n/-1", "matrix:n/m"})
  void withADefaultTheOwnTtlWins() {
    ttl(1000);
    insert(
        "{'_id': 'none'}",
        "{'_id': 'never', 'ttl': -1}",
        "{'_id': 'shorter', 'ttl': 10}",
        "{'_id': 'longer', 'ttl': 2000}");
    clock().advance(9);
    assertThat(ids()).containsExactly("longer", "never", "none", "shorter");
    clock().advance(1);
    assertThat(ids()).containsExactly("longer", "never", "none");
    clock().advance(989);
    assertThat(read("none")).isNotNull();
    clock().advance(1);
    assertThat(ids()).containsExactly("longer", "never");
    clock().advance(1000);
    assertThat(ids()).containsExactly("never");
    clock().advance(YEARS);
    assertThat(ids()).containsExactly("never");
  }

  @Test
  @Rule("A9")
  void onlyARootFieldNamedTtlCounts() {
    ttl(-1);
    insert("{'_id': 'upper', 'TTL': 1}", "{'_id': 'nested', 'inner': {'ttl': 1}}");
    clock().advance(YEARS);
    assertThat(ids()).containsExactly("nested", "upper");
  }
}
