package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vector embeddings and the indexes on them. */
class VectorPolicyJsonTest extends MetadataFixture {
  private static final String EMBEDDING =
      "{\"path\":\"/v\",\"dataType\":\"float32\",\"dimensions\":256,"
          + "\"distanceFunction\":\"euclidean\"}";
  private static final String FLAT = "{\"path\":\"/v\",\"type\":\"flat\"}";

  private static String embeddings(String json) {
    return "\"vectorEmbeddingPolicy\":{\"vectorEmbeddings\":[" + json + "]}";
  }

  private static String indexes(String json) {
    return "\"indexingPolicy\":{\"vectorIndexes\":[" + json + "]}";
  }

  @ParameterizedTest
  @CsvSource({
    "float32, cosine, 1",
    "float16, dotproduct, 4096",
    "int8, euclidean, 100",
    "uint8, cosine, 100"
  })
  void embeddingsAreKeptAsTheyAre(String type, String distance, int dimensions) {
    String json =
        "{\"path\":\"/v\",\"dataType\":\"%s\",\"dimensions\":%d,\"distanceFunction\":\"%s\"}"
            .formatted(type, dimensions, distance);
    assertThat(created(embeddings(json)).get("vectorEmbeddingPolicy"))
        .isEqualTo(parse("{\"vectorEmbeddings\":[" + json + "]}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"path\":\"/v\",\"dataType\":\"float33\"} | has an invalid DataType",
        "{\"path\":\"/v\",\"dimensions\":8000} | has Dimensions:8000 which is more than the"
            + " maximum supported value",
        "{\"path\":\"/v\",\"dimensions\":-1} | The Vector Embedding Policy has Dimensions:-1",
        "{\"path\":\"/v\",\"dimensions\":0} | Dimensions:0",
        "{\"path\":\"/v\",\"dimensions\":1.5} | whole number",
        "{\"path\":\"/v\",\"distanceFunction\":\"handMeasured\"} | The Vector Embedding Policy has"
            + " an invalid DistanceFunction:handMeasured",
        "{\"path\":\"v\"} | invalid Path",
        "{} | invalid Path",
        "{\"path\":\"/v\"},{\"path\":\"/v\"} | twice"
      })
  void embeddingsAreChecked(String json, String text) {
    assertBad(text, createContainer(c(embeddings(json))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"path\":\"/v\",\"type\":\"flat\"}",
        "{\"path\":\"/v\",\"type\":\"quantizedFlat\",\"quantizerType\":\"product\","
            + "\"quantizationByteSize\":256}",
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"quantizerType\":\"spherical\","
            + "\"vectorIndexShardKey\":[\"/country/city\"],\"indexingSearchListSize\":25}"
      })
  void indexesAreKeptAsTheyAre(String json) {
    assertThat(
            created(embeddings(EMBEDDING) + "," + indexes(json))
                .getDocument("indexingPolicy")
                .get("vectorIndexes"))
        .isEqualTo(parse("[" + json + "]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"path\":\"/w\",\"type\":\"flat\"} | The Vector Indexing Policy's path::/w not matching"
            + " in Embedding's path.",
        "{\"path\":\"/v\",\"type\":\"notFlat\"} | Index Type::notFlat is invalid",
        "{\"path\":\"/v\"} | Index Type:: is invalid",
        "{\"path\":\"/v\",\"type\":\"quantizedFlat\",\"quantizationByteSize\":0} | The Vector"
            + " Indexing Policy parameter QuantizationByteSize value :: 0 is out of range. The"
            + " allowed range is between 1 and 256.",
        "{\"path\":\"/v\",\"type\":\"quantizedFlat\",\"quantizationByteSize\":257} | value :: 257"
            + " is out of range.",
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"indexingSearchListSize\":5} |"
            + " IndexingSearchListSize value :: 5 is out of range. The allowed range is between 25"
            + " and 500.",
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"vectorIndexShardKey\":[\"country\"]} | The Vector"
            + " Indexing Policy has an invalid Shard Path: country.",
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"vectorIndexShardKey\":[\"/a\",\"/b\",\"/c\"]} |"
            + " The number of shard paths defined in the Vector Indexing Policy: 3 exceeds the"
            + " maximum: 1.",
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"vectorIndexShardKey\":\"/country\"} | One of the"
            + " specified inputs is invalid",
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"quantizerType\":\"other\"} | is invalid"
      })
  void indexesAreChecked(String json, String text) {
    assertBad(text, createContainer(c(embeddings(EMBEDDING) + "," + indexes(json))));
  }

  @Test
  void whatThereIsCannotBeChanged() {
    String before = embeddings(EMBEDDING) + "," + indexes(FLAT);
    created(before);
    assertBad(
        "The Vector Indexing Policy's path::/v not matching in Embedding's path.",
        replaceContainer(c(indexes(FLAT))));
    assertBad(
        "Paths in existing vector indexing policy cannot be modified in Collection Replace",
        replaceContainer(c(before.replace("flat", "quantizedFlat"))));
    assertBad(
        "Paths in existing embedding policy cannot be modified in Collection Replace",
        replaceContainer(c(before.replace("256", "384"))));
    assertBad(
        "Paths in existing embedding policy cannot be modified in Collection Replace",
        replaceContainer(c("")));
    String more = EMBEDDING + "," + EMBEDDING.replace("/v", "/w");
    replaced(embeddings(more) + "," + indexes(FLAT));
    replaced(embeddings(more));
  }
}
