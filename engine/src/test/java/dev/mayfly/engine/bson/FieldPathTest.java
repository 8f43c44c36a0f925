package dev.mayfly.engine.bson;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {
  @Test
  void readsBothForms() {
    assertThat(FieldPath.ofSlashed("/a/b").names()).containsExactly("a", "b");
    assertThat(FieldPath.ofDotted("a.b")).isEqualTo(FieldPath.ofSlashed("/a/b"));
    assertThat(FieldPath.ofDotted("a.b")).hasToString("/a/b");
    assertThat(FieldPath.ofDotted("a.b")).hasSameHashCodeAs(FieldPath.ofSlashed("/a/b"));
    assertThat(FieldPath.ofDotted("a.b")).isNotEqualTo(FieldPath.ofDotted("b.a"));
  }

  @Test
  void quotesHoldAnything() {
    FieldPath path = FieldPath.ofSlashed("/\"a b/\\\"c\\\\\"/d");
    assertThat(path.names()).containsExactly("a b/\"c\\", "d");
    assertThat(path).hasToString("/\"a b/\\\"c\\\\\"/d");
    assertThat(FieldPath.ofSlashed("/\"a\"")).isEqualTo(FieldPath.ofSlashed("/a"));
    assertThat(FieldPath.ofSlashed("/\"*\"").names()).containsExactly("*");
  }

  @Test
  void dottedNamesAreQuotedWhereTheyMust() {
    FieldPath path = FieldPath.ofDotted("a b.c/d.*.e\"\\");
    assertThat(path).hasToString("/\"a b\"/\"c/d\"/\"*\"/\"e\\\"\\\\\"");
    assertThat(FieldPath.ofSlashed(path.toString())).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "/",
        "//",
        "/a/",
        "/a//b",
        "/\"\"",
        "/\"a",
        "/\"a\"b",
        "/a\"b\"",
        "/\"a\\n\"",
        "/\"a\\",
        "/*",
        "/a/?",
        "/a/[]/b",
        "/a\0b",
        "/\ud800"
      })
  void refusesMalformedSlashedPaths(String path) {
    assertRefused(BAD_REQUEST, () -> FieldPath.ofSlashed(path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "a\0"})
  void refusesMalformedDottedPaths(String path) {
    assertRefused(BAD_REQUEST, () -> FieldPath.ofDotted(path));
  }

  @Test
  void lengthAndDepthAreBounded() {
    assertRefused(BAD_REQUEST, () -> FieldPath.ofSlashed("/" + "a".repeat(5000)));
    assertRefused(BAD_REQUEST, () -> FieldPath.ofDotted("a".repeat(5000)));
    assertRefused(BAD_REQUEST, () -> FieldPath.ofSlashed("/a".repeat(181)));
    assertRefused(BAD_REQUEST, () -> FieldPath.ofDotted("a.".repeat(180) + "a"));
    assertThat(FieldPath.ofSlashed("/a".repeat(180)).depth()).isEqualTo(180);
  }

  @Test
  void messageNamesThePath() {
    assertRefused(BAD_REQUEST, () -> FieldPath.ofSlashed("city"))
        .hasMessageContaining("'city'")
        .hasMessageContaining("start with '/'");
  }
}
