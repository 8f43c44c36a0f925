package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.resource.DefinitionParts;
import org.bson.BsonDocument;
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

  @Test
  void whatNoQueryCanUseIsRefused() {
    String text = "Vector search is not supported by this version of Mayfly";
    assertBad(text, createContainer(c(embeddings(EMBEDDING))));
    assertBad(text, createContainer(c(embeddings(EMBEDDING) + "," + indexes(FLAT))));
    created(embeddings("") + "," + indexes(""));
    assertBad(text, replaceContainer(c(embeddings(EMBEDDING))));
  }

  @Test
  void whatAnEarlierVersionAcceptedStaysOrGoes() {
    BsonDocument policy = parse("{" + embeddings(EMBEDDING) + "}").asDocument();
    created("");
    change(
        engine.container(DATABASE, "c"),
        definition -> definition.opaque(DefinitionParts.with(definition.build().opaque(), policy)));
    replaced(embeddings(EMBEDDING) + "," + indexes(FLAT));
    assertBad(
        "Vector search is not supported",
        replaceContainer(c(embeddings(EMBEDDING.replace("256", "384")))));
    replaced("");
    assertBad("Vector search is not supported", replaceContainer(c(embeddings(EMBEDDING))));
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
}
