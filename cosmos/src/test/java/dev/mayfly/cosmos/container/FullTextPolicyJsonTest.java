package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
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
  void whatNoQueryCanUseIsRefused() {
    String text = "Full text search is not supported by this version of Mayfly";
    String paths = policy("{\"fullTextPaths\":[{\"path\":\"/a\",\"language\":\"fr-FR\"}]}");
    assertBad(text, createContainer(c(paths)));
    assertBad(text, createContainer(c(paths + "," + indexes("[{\"path\":\"/a\"}]"))));
    created(policy("{\"fullTextPaths\":[]}") + "," + indexes("[]"));
    assertBad(text, replaceContainer(c(paths)));
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
}
