package dev.mayfly.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.error.MongoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(((a{100}){100}){100}){100}",
        "((a{1,1000}){0,100}b)*",
        "(?:(?:[^]x]{1000}){1000})",
        "(\\p{L}{1000}){41}",
        "((\\Qab\\E){1000}){30}",
        "((a|b){2,}){30000}"
      })
  void repetitionsOfRepetitionsDoNotFillTheMemory(String pattern) {
    assertThatThrownBy(() -> Regexes.compile(pattern, ""))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(51091));
  }

  @Test
  void whatIsLongButNotLargeIsTaken() {
    String longest = "a".repeat(32_764);
    assertThat(Regexes.compile(longest, "").matches(longest)).isTrue();
    assertThat(Regexes.compile("^(?:[a-z{}]{2,63}\\.){1,100}x{3}$", "").matches("ab.c{.xxx"))
        .isTrue();
    assertThat(Regexes.compile("a{,5}{b", "").matches("a{,5}{b")).isTrue();
    assertThat(Regexes.compile("[({{{1000}]", "").matches("(")).isTrue();
  }
}
