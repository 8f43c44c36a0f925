package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that are searched for words, and the indexes on them. */
class FullTextPolicyJsonTest extends MetadataFixture {
  private static String policy(String json) {
    return "\"fullTextPolicy\":" + json;
  }

  private static String indexes(String json) {
    return "\"indexingPolicy\":{\"fullTextIndexes\":" + json + "}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"defaultLanguage\":\"en-US\"}",
        "{\"defaultLanguage\":\"de-DE\",\"fullTextPaths\":[{\"path\":\"/a\"}]}",
        "{\"defaultLanguage\":\"en-US\",\"fullTextPaths\":[{\"path\":\"/a/b\","
            + "\"language\":\"fr-FR\"},{\"path\":\"/c\"}]}"
      })
  void itIsKeptAsItIs(String json) {
    assertThat(created(policy(json)).get("fullTextPolicy")).isEqualTo(parse(json));
    assertThat(replaced("").containsKey("fullTextPolicy")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"fullTextPaths\":[{\"path\":\"abstract\"}]} | The Full Text Policy contains an invalid"
            + " Path: abstract",
        "{\"fullTextPaths\":[{}]} | invalid Path",
        "{\"fullTextPaths\":[{\"path\":\"/a\"},{\"path\":\"/a\"}]} | twice",
        "{\"defaultLanguage\":\"spa-SPA\"} | The Full Text Policy contains an unsupported language"
            + " spa-SPA. Supported languages are:",
        "{\"fullTextPaths\":[{\"path\":\"/a\",\"language\":\"spa-SPA\"}]} | The Full Text Policy"
            + " contains an unsupported language spa-SPA. Supported languages are:",
        "{\"defaultLanguage\":5} | must be a string",
        "[] | must be an object"
      })
  void itIsChecked(String json, String text) {
    assertBad(text, createContainer(c(policy(json))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{\"path\":\"/b\"}] | The path of the Full Text Index /b does not match the path specified"
            + " in the Full Text Policy",
        "[{\"path\":\"a\"}] | Full-text index specification at index (0) contains invalid path",
        "[{\"path\":\"/a\"},{\"not_path\":\"/a\"}] | Missing path in full-text index specification"
            + " at index (1)"
      })
  void indexesAreChecked(String json, String text) {
    String paths = policy("{\"fullTextPaths\":[{\"path\":\"/a\"}]}");
    assertBad(text, createContainer(c(paths + "," + indexes(json))));
  }

  @Test
  void indexesAreKeptAndChangeWithThePolicy() {
    created(policy("{\"fullTextPaths\":[{\"path\":\"/a\"}]}") + "," + indexes("[]"));
    BsonDocument c =
        replaced(
            policy("{\"fullTextPaths\":[{\"path\":\"/b\"}]}")
                + ","
                + indexes("[{\"path\":\"/b\"}]"));
    assertThat(c.getDocument("indexingPolicy").get("fullTextIndexes"))
        .isEqualTo(parse("[{\"path\":\"/b\"}]"));
  }
}
