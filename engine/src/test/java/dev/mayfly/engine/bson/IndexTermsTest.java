package dev.mayfly.engine.bson;

import static dev.mayfly.engine.bson.Bodies.assertRefused;
import static dev.mayfly.engine.bson.Bodies.json;
import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexTermsTest {
  private static final byte[] BODY =
      json(
          "{'id': 'x', 'a': {'b': 1, 'c': {'d': true, 'e': null}}, 'tags': ['p', 'q', 'r'],"
              + " 'rows': [{'k': 1, 'v': 2}, {'k': 3, 'v': [4, 5]}], 'none': [], 'empty': {},"
              + " '[]': 7, 'ttl': 60}");

  private static int count(List<String> included, List<String> excluded) {
    return IndexTerms.count(BODY, IndexingPaths.parse(included, excluded));
  }

  @Test
  void allCountsEachLeafOnce() {
    // id, a.b, a.c.d, a.c.e, 3 tags, 5 in rows, none, empty, []
    assertThat(IndexTerms.count(BODY, IndexingPaths.ALL)).isEqualTo(15);
    assertThat(IndexTerms.count(BODY, IndexingPaths.NONE)).isZero();
    assertThat(IndexTerms.count(json("{}"), IndexingPaths.ALL)).isZero();
  }

  @Test
  void theRootTtlIsNeverATerm() {
    assertThat(IndexTerms.count(json("{'ttl': 5}"), IndexingPaths.ALL)).isZero();
    assertThat(IndexTerms.count(json("{'ttl': 5, 'a': {'ttl': 5}}"), IndexingPaths.ALL)).isOne();
    IndexingPaths paths = IndexingPaths.parse(List.of("/ttl/?"), List.of("/*"));
    assertThat(IndexTerms.count(json("{'ttl': 5}"), paths)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b/?, 1",
    "/a/?, 0", // a is no leaf
    "/a/*, 3",
    "/a/c/*, 2",
    "/tags/?, 0",
    "/tags/*, 3",
    "/tags/[]/?, 3",
    "/rows/*, 5",
    "/rows/[]/*, 5",
    "/rows/[]/k/?, 2",
    "/rows/[]/v/?, 1",
    "/rows/[]/v/*, 3",
    "/rows/[]/v/[]/?, 2",
    "/rows/k/?, 0",
    "/none/?, 1",
    "/empty/?, 1",
    "/\"[]\"/?, 1",
    "/missing/*, 0",
  })
  void includedAndExcludedPathsSelect(String path, int terms) {
    assertThat(count(List.of(path), List.of("/*"))).isEqualTo(terms);
    assertThat(count(List.of("/*"), List.of(path))).isEqualTo(15 - terms);
  }

  @Test
  void theMostSpecificPathWins() {
    assertThat(count(List.of("/a/c/d/?"), List.of("/*", "/a/c/*"))).isEqualTo(1);
    assertThat(count(List.of("/*", "/a/c/*"), List.of("/a/*"))).isEqualTo(14);
    assertThat(count(List.of("/*", "/a/c/*"), List.of("/a/*", "/a/c/e/?"))).isEqualTo(13);
    assertThat(count(List.of("/a/b/?"), List.of("/*", "/a/b/*"))).isEqualTo(1);
  }

  @Test
  void manyPathsAreFound() {
    List<String> paths = IntStream.range(0, 500).mapToObj(i -> "/name" + i + "/?").toList();
    IndexingPaths policy = IndexingPaths.parse(paths, List.of("/*"));
    assertThat(IndexTerms.count(json("{'name0': 1, 'name499': 1, 'name500': 1}"), policy))
        .isEqualTo(2);
  }

  @Test
  void trivialPoliciesAreTheConstants() {
    assertThat(IndexingPaths.parse(List.of(), List.of())).isSameAs(IndexingPaths.ALL);
    assertThat(IndexingPaths.parse(List.of("/*"), List.of())).isSameAs(IndexingPaths.ALL);
    assertThat(IndexingPaths.parse(List.of("/"), List.of())).isSameAs(IndexingPaths.ALL);
    assertThat(IndexingPaths.parse(List.of(), List.of("/*"))).isSameAs(IndexingPaths.NONE);
    assertThat(count(List.of("/*"), List.of("/\"_etag\"/?"))).isEqualTo(15);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a/?",
        "/a",
        "/a/",
        "/a/b",
        "/?",
        "/[]/?",
        "/a//?",
        "/a/*/b/?",
        "/a/?/*",
        "/\"a/?",
        "/a/\"?\"",
        "/a/\"*\"",
        "/\ud800/?"
      })
  void malformedPathsAreRefusedByName(String path) {
    assertRefused(BAD_REQUEST, () -> IndexingPaths.parse(List.of("/*"), List.of(path)))
        .hasMessageContaining(path.startsWith("/\ud800") ? "surrogate" : "'" + path + "'");
  }

  @Test
  void contradictionsAreRefused() {
    assertRefused(
            BAD_REQUEST, () -> IndexingPaths.parse(List.of("/*", "/a/?"), List.of("/\"a\"/?")))
        .hasMessageContaining("twice");
    assertRefused(BAD_REQUEST, () -> IndexingPaths.parse(List.of("/a/?"), List.of()))
        .hasMessageContaining("'/*'");
    assertRefused(
            BAD_REQUEST,
            () -> IndexingPaths.parse(Collections.nCopies(1001, "/a/?"), List.of("/*")))
        .hasMessageContaining("1002");
  }

  @Test
  void deepBodiesAreCounted() {
    assertThat(IndexTerms.count(Bodies.nested(RawBson.MAX_DEPTH), IndexingPaths.ALL)).isOne();
  }
}
