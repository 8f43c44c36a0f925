package dev.mayfly.cosmos.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that want to break the parser are refused; the deepest that are not can be run. */
class HostileTextTest {
  /** What a thread of the server has at least, by far. */
  private static final int STACK_BYTES = 512 << 10;

  private static String nested(String open, int times) {
    String close =
        open.chars()
            .filter(c -> "([{".indexOf(c) >= 0)
            .mapToObj(c -> c == '(' ? ")" : c == '[' ? "]" : "}")
            .reduce("", (inner, next) -> next + inner);
    return "SELECT VALUE " + open.repeat(times) + "1" + close.repeat(times);
  }

  /** Compiles with little stack. */
  private static Throwable run(String text) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                QueryCompiler.compile(QueryParser.query(text), Parameters.NONE);
              } catch (Throwable e) {
                thrown.set(e);
              }
            },
            "little-stack",
            STACK_BYTES);
    thread.start();
    thread.join();
    return thrown.get();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "[",
        "{a:",
        "- ",
        "NOT ",
        "~",
        "+",
        "IS_NULL(",
        "-(",
        "true ? 1 : ",
        "(SELECT VALUE ",
        "EXISTS(SELECT ",
        "{'a':[",
        "NOT(-"
      })
  void refusesDeepNesting(String open) throws InterruptedException {
    assertThat(run(nested(open, 100_000 / open.length())))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("nests too deeply");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "{a:", "- ", "NOT ", "IS_NULL(", "true ? 1 : ", "1 + ("})
  void runsWhatIsDeepButNotTooDeep(String open) throws InterruptedException {
    assertThat(run(nested(open, 195))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"+1", "??1", ".a", "[0]", "||1", "=1"})
  void refusesLongChains(String link) throws InterruptedException {
    assertThat(run("SELECT VALUE {}" + link.repeat(100_000)))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("too long a chain");
    assertThat(run("SELECT VALUE {}" + link.repeat(200))).isNull();
  }

  @Test
  void countsChainsWithinChains() throws InterruptedException {
    String chain = "+1".repeat(200);
    String deep = "(".repeat(100) + "1" + (chain + ")").repeat(100);
    assertThat(run("SELECT VALUE " + deep)).hasMessageContaining("too long a chain");
  }

  @Test
  void forgetsNestingThatHasEnded() throws InterruptedException {
    String part = "(NOT (-(1)) ? 1 : 2)";
    assertThat(run("SELECT VALUE [" + (part + ",").repeat(1_000) + part + "]")).isNull();
    assertThat(run("SELECT VALUE " + (part + " AND ").repeat(1_000) + part)).isNull();
    assertThat(run("SELECT VALUE " + "NOT (true) AND ".repeat(1_000) + "true")).isNull();
  }

  @Test
  void refusesLongTexts() {
    assertThatThrownBy(
            () -> QueryParser.query("SELECT '" + "x".repeat(QueryParser.TEXT_BYTES_MAX) + "'"))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("at most 524288");
    String three = "\u20AC".repeat(QueryParser.TEXT_BYTES_MAX / 3);
    assertThatThrownBy(() -> QueryParser.query("SELECT '" + three + "'"))
        .hasMessageContaining("The query has 524295 bytes; at most 524288");
    assertThat(QueryParser.query("SELECT '" + three.substring(4) + "'")).isNotNull();
  }

  @Test
  void takesWhatReadManySends() throws InterruptedException {
    StringBuilder text = new StringBuilder("SELECT * FROM c WHERE c.id IN ('0'");
    for (int i = 1; i < 10_000; i++) {
      text.append(",'").append(i).append('\'');
    }
    assertThat(run(text.append(')').toString())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"@", "'", "\\", "\"", "--", "{", "}", "SELECT ", "\u0000", "\uD83D"})
  void refusesNonsense(String junk) throws InterruptedException {
    assertThat(run(junk.repeat(1_000))).isInstanceOf(CosmosException.class);
  }
}
