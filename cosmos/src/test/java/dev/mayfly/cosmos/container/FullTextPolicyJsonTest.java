package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are searched for words, and the indexes on them. */
class FullTextPolicyJsonTest extends MetadataFixture {
  private static String policy(String json) {
    return "\"fullTextPolicy\":" + json;
  }

  private static String indexes(String json) {
    return "\"indexingPolicy\":{\"fullTextIndexes\":" + json + "}";
  }

  @Test
  void aLanguageAloneIsKept() {
    String json = "{\"defaultLanguage\":\"en-US\"}";
    assertThat(created(policy(json)).get("fullTextPolicy")).isEqualTo(parse(json));
    assertThat(replaced("").containsKey("fullTextPolicy")).isFalse();
  }

  @Test
  void pathsAndIndexesAreKeptAndReplaced() {
    String paths =
        "{\"defaultLanguage\":\"en-US\",\"fullTextPaths\":[{\"path\":\"/a\",\"language\":"
            + "\"fr-FR\"},{\"path\":\"/b/c\"}]}";
    String onB = "[{\"path\":\"/b/c\"}]";
    BsonDocument created = created(policy(paths) + "," + indexes("[{\"path\":\"/a\"}]"));
    assertThat(created.get("fullTextPolicy")).isEqualTo(parse(paths));
    assertThat(indexes(created)).isEqualTo("[{\"path\": \"/a\"}]");
    BsonDocument replaced = replaced(policy(paths) + "," + indexes(onB));
    assertThat(indexes(replaced)).isEqualTo("[{\"path\": \"/b/c\"}]");
    String german = "{\"defaultLanguage\":\"de-DE\",\"fullTextPaths\":[{\"path\":\"/b/c\"}]}";
    replaced(policy(german) + "," + indexes(onB));
    assertThat(replaced("").containsKey("fullTextPolicy")).isFalse();
  }

  private static String indexes(BsonDocument container) {
    return container.getDocument("indexingPolicy").get("fullTextIndexes").asArray().stream()
        .map(each -> each.asDocument().toJson())
        .collect(Collectors.joining(",", "[", "]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"fullTextPaths\":[{\"path\":\"abstract\"}]} | The Full Text Policy contains an invalid"
            + " Path: abstract",
        "{\"fullTextPaths\":[{}]} | invalid Path",
        "{\"fullTextPaths\":[{\"path\":\"/a/*\"}]} | invalid Path: /a/*",
        "{\"fullTextPaths\":[{\"path\":\"/a/[]/b\"}]} | invalid Path: /a/[]/b",
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
        "[{\"path\":\"/a\"},{\"path\":\"/a\"}] | Duplicate Path :/a found in Full Text Indexes.",
        "[{\"path\":\"/a\"},{\"not_path\":\"/a\"}] | Missing path in full-text index specification"
            + " at index (1)"
      })
  void indexesAreChecked(String json, String text) {
    String paths = policy("{\"fullTextPaths\":[{\"path\":\"/a\"}]}");
    assertBad(text, createContainer(c(paths + "," + indexes(json))));
  }
}
