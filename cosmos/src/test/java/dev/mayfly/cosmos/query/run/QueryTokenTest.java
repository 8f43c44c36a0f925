package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.compile.Aggregate;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.token.PagePosition;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.cosmos.query.token.SortPosition;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.testkit.Seeds;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueryTokenTest {
  private static final QueryToken.Owner OWNER = new QueryToken.Owner(5, 8, 1L << 50);

  private static QueryToken token() {
    return new QueryToken(
            OWNER,
            3,
            1L << 40,
            new PagePosition(new CursorPosition(9, null), null),
            List.of(
                new Aggregate.State(7, 2.5, Value.of("max"), true),
                new Aggregate.State(1, 0, Value.of(12), false)),
            new SortPosition(
                List.of(Value.NULL, Value.of(1.5), Value.of("cut"), Value.of(true)),
                false,
                new byte[] {1, 2, 3},
                List.of(4L, -5L)))
        .by(11, EpkRange.FULL);
  }

  @Test
  void readsWhatItWrote() {
    QueryToken read = QueryToken.decode(token().encode(), OWNER);
    assertThat(read.encode()).isEqualTo(token().encode());
    assertThat(read.states()).isEqualTo(token().states());
    assertThat(read.position().keys()).isEqualTo(token().position().keys());
    assertThat(read.position().anchors()).containsExactly(4L, -5L);
    assertThat(read.place().cursor().part()).isEqualTo(9);
    assertThat(read.emitted()).isEqualTo(1L << 40);
  }

  @Test
  void refusesAnotherQuerysOrContainersToken() {
    assertThatThrownBy(() -> QueryToken.decode(token().encode(), new QueryToken.Owner(6, 8, 1)))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("belongs to another query");
    for (QueryToken.Owner other :
        List.of(new QueryToken.Owner(5, 9, 1L << 50), new QueryToken.Owner(5, 8, 1))) {
      assertThatThrownBy(() -> QueryToken.decode(token().encode(), other))
          .isInstanceOfSatisfying(CosmosException.class, e -> assertThat(e.status()).isEqualTo(400))
          .hasMessageContaining("belongs to another container");
    }
  }

  @Test
  void refusesATokenOfWhichABitHasChanged() {
    byte[] good = Base64.getUrlDecoder().decode(token().encode());
    for (int bit = 0; bit < good.length * Byte.SIZE; bit++) {
      byte[] bad = good.clone();
      bad[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bad);
      assertThatThrownBy(() -> QueryToken.decode(text, OWNER))
          .as("bit %d", bit)
          .isInstanceOfSatisfying(
              CosmosException.class, e -> assertThat(e.status()).isEqualTo(400));
    }
  }

  @Test
  void refusesWhatIsNoToken() {
    long seed = Seeds.seed(QueryTokenTest.class);
    Random random = new Random(seed);
    byte[] good = Base64.getUrlDecoder().decode(token().encode());
    for (int i = 0; i < 3_000; i++) {
      byte[] bad = good.clone();
      if (i % 2 == 0) {
        bad = Arrays.copyOf(bad, random.nextInt(bad.length));
      } else {
        random.nextBytes(bad);
      }
      String text = Base64.getUrlEncoder().encodeToString(bad);
      assertThatThrownBy(() -> QueryToken.decode(text, OWNER))
          .as("seed %d, %s", seed, text)
          .isInstanceOf(CosmosException.class);
    }
    for (String text :
        List.of("", "+RID:~x#RT:1", "[{\"token\":null}]", "é", "A".repeat(100_000))) {
      assertThatThrownBy(() -> QueryToken.decode(text, OWNER)).isInstanceOf(CosmosException.class);
    }
  }

  @Test
  void knowsQueriesByTheirParameters() {
    Parameters one = new Parameters(Map.of("@a", Value.of(1), "@b", Value.of(true)));
    Parameters same = new Parameters(Map.of("@b", Value.of(true), "@a", Value.of(1.0)));
    Parameters other = new Parameters(Map.of("@a", Value.of(1), "@b", Value.of(false)));
    assertThat(one.check()).isEqualTo(same.check()).isNotEqualTo(other.check());
    assertThat(one.check()).as("the same in every process").isEqualTo(1684148953);
  }
}
