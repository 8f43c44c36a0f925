package dev.mayfly.mongo.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.error.MongoException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of RFC 4013 and a few more. */
class SaslPrepTest {
  @ParameterizedTest
  @CsvSource({
    "I\u00adX, IX",
    "user, user",
    "USER, USER",
    "\u00aa, a",
    "\u2168, IX",
    "a\u00a0b, a b",
    "\u06271\u0628, \u06271\u0628",
    "'', ''"
  })
  void equivalentTextsAreNormalizedEqually(String text, String prepared) {
    assertThat(SaslPrep.prepare(text)).isEqualTo(prepared);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\u0007", "\u06271", "a\u0627", "\ue000", "\ufffd", "\u200e", "\u2028", "\ufdd0"})
  void whatIsProhibitedIsRefused(String text) {
    assertThatThrownBy(() -> SaslPrep.prepare(text))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(2));
  }
}
