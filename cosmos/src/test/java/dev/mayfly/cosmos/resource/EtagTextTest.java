package dev.mayfly.cosmos.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.item.Etag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Etags in the conditions of clients; E stands for the one that something has. */
class EtagTextTest {
  private static final String ETAG = EtagText.of(new Etag(0xABCDEF, 5));

  private static boolean isNamed(String condition) {
    String bare = ETAG.substring(1, ETAG.length() - 1);
    return EtagText.isNamed(condition.replace("E", bare), ETAG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"E\"",
        "E",
        "*",
        " * ",
        "W/\"E\"",
        "\"x\", \"E\"",
        "\"E\",\"x\"",
        "\"x\" ,W/\"E\", \"y\"",
        ",\"E\",",
      })
  void areNamed(String condition) {
    assertThat(isNamed(condition)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\"\"", ",", "\"x\"", "W/", "W/\"x\"", "\"Ex\"", "\"x\", \"y\"", "w/E"})
  void areNotNamed(String condition) {
    assertThat(isNamed(condition)).isFalse();
  }

  @Test
  void areReadAsTheyAreWritten() {
    assertThat(EtagText.parse(ETAG)).isEqualTo(new Etag(0xABCDEF, 5));
    assertThat(EtagText.parse("\"x\"")).isEqualTo(new Etag(0, 0));
  }
}
