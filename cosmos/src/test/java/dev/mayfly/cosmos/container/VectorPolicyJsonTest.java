package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  @ValueSource(
      strings = {
        "{\"path\":\"/v\",\"type\":\"flat\"}",
        "{\"path\":\"/v\",\"type\":\"quantizedFlat\",\"quantizationByteSize\":256}",
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"quantizerType\":\"spherical\","
            + "\"quantizationByteSize\":1,\"indexingSearchListSize\":25,"
            + "\"vectorIndexShardKey\":[\"/country\"]}",
        "{\"path\":\"/v\",\"type\":\"DiskANN\",\"indexingSearchListSize\":500}"
      })
  void policiesAreReturnedAsTheyWereSent(String index) {
    BsonDocument sent =
        parse("{" + embeddings(EMBEDDING) + "," + indexes(index) + "}").asDocument();
    BsonDocument created = created(embeddings(EMBEDDING) + "," + indexes(index));
    for (BsonDocument read : List.of(created, json(send("GET", C, "")))) {
      assertThat(read.get("vectorEmbeddingPolicy")).isEqualTo(sent.get("vectorEmbeddingPolicy"));
      assertThat(read.getDocument("indexingPolicy").get("vectorIndexes"))
          .isEqualTo(sent.getDocument("indexingPolicy").get("vectorIndexes"));
    }
  }

  @Test
  void pathsComeAndGoButDoNotChange() {
    String other = EMBEDDING.replace("/v", "/w");
    String flatOther = FLAT.replace("/v", "/w");
    created(embeddings(EMBEDDING) + "," + indexes(FLAT));
    replaced(embeddings(EMBEDDING + "," + other) + "," + indexes(FLAT + "," + flatOther));
    assertBad(
        "Paths in existing embedding policy cannot be modified in Collection Replace",
        replaceContainer(
            c(embeddings(EMBEDDING.replace("256", "384") + "," + other) + "," + indexes(FLAT))));
    assertBad(
        "Paths in existing vector indexing policy cannot be modified in Collection Replace",
        replaceContainer(
            c(embeddings(EMBEDDING) + "," + indexes(FLAT.replace("flat", "diskANN")))));
    assertBad(
        "The Vector Indexing Policy's path::/v not matching in Embedding's path.",
        replaceContainer(c(embeddings(other) + "," + indexes(FLAT))));
    // A client that writes null for what is not there changes nothing.
    replaced(embeddings(EMBEDDING) + "," + indexes(FLAT.replace("}", ",\"quantizerType\":null}")));
    replaced("");
    replaced(embeddings(EMBEDDING.replace("256", "384")));
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
        "{\"path\":\"/v\"},{\"path\":\"/v\"} | Duplicate Path"
            + " :/v found in Vector Embedding Policy.",
        "{\"path\":\"/v/*\"} | invalid Path",
        "{\"path\":\"/v/[]/w\"} | invalid Path",
        "{\"path\":\"/v\",\"dimensions\":4097} | Dimensions:4097",
        "{\"path\":\"/v\",\"embeddingSource\":{\"sourcePaths\":[\"/t\"]}} | embeddingSource"
      })
  void embeddingsAreChecked(String json, String text) {
    assertBad(text, createContainer(c(embeddings(json))));
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
        "{\"path\":\"/v\",\"type\":\"diskANN\",\"quantizerType\":\"other\"} | is invalid",
        "{\"path\":\"/v\",\"type\":\"flat\"},{\"path\":\"/v\",\"type\":\"diskANN\"} |"
            + " Duplicate Path :/v found in Vector Indexing Policy."
      })
  void indexesAreChecked(String json, String text) {
    assertBad(text, createContainer(c(embeddings(EMBEDDING) + "," + indexes(json))));
  }

  @Test
  void aFlatIndexTakesFewerDimensions() {
    String text = "has Dimensions:506 which is more than the maximum supported value: 505";
    String large = embeddings(EMBEDDING.replace("256", "506"));
    assertBad(text, createContainer(c(large + "," + indexes(FLAT))));
    assertBad(
        "has Dimensions:1536 which is more than",
        createContainer(c(embeddings("{\"path\":\"/v\"}") + "," + indexes(FLAT))));
    created(large + "," + indexes(FLAT.replace("flat", "quantizedFlat")));
  }
}
