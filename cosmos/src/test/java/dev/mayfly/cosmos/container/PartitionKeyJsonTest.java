package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.partition.PartitionKeyDefinition.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The partition key of a container's definition. */
class PartitionKeyJsonTest extends MetadataFixture {
  private static final String CHANGED = "Document collection partition key cannot be changed.";

  private static String definedBy(String key) {
    return "{\"id\":\"c\",\"partitionKey\":" + key + "}";
  }

  private PartitionKeyDefinition definition() {
    return engine.container(DATABASE, "c").definition().partitionKey();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"paths\":[\"/a\"]} | HASH | 1",
        "{\"paths\":[\"/a\"],\"kind\":\"Hash\"} | HASH | 1",
        "{\"paths\":[\"/a\"],\"kind\":\"hash\",\"version\":1} | HASH | 1",
        "{\"paths\":[\"/a\"],\"version\":2} | HASH | 2",
        "{\"paths\":[\"/a\"],\"version\":2.0} | HASH | 2",
        "{\"paths\":[\"/a\"],\"version\":\"2\"} | HASH | 2",
        "{\"paths\":[\"/a\"],\"version\":\"V1\"} | HASH | 1",
        "{\"paths\":[\"/a\"],\"version\":\"V2\"} | HASH | 2",
        "{\"paths\":[\"/a/b\"],\"systemKey\":false} | HASH | 1",
        "{\"paths\":[\"/a\",\"/b\",\"/c\"],\"kind\":\"MultiHash\",\"version\":2} | MULTI_HASH | 2",
        "{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\"} | MULTI_HASH | 2",
        "{\"paths\":[\"/_partitionKey\"],\"systemKey\":true} | NONE | 2",
        "null | NONE | 2"
      })
  void whatIsValidIsKept(String json, Kind kind, int version) {
    assertStatus(201, createContainer(definedBy(json)));
    assertThat(definition().kind()).isEqualTo(kind);
    assertThat(definition().version()).isEqualTo(version);
    // What clients read they send back, or leave out.
    assertStatus(200, replaceContainer(get(C).toJson()));
    assertStatus(200, replaceContainer(definedBy(json)));
    assertStatus(200, replaceContainer("{\"id\":\"c\"}"));
    assertThat(definition().kind()).isEqualTo(kind);
    assertThat(definition().version()).isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"paths\":[]}",
        "{\"paths\":\"/a\"}",
        "{\"paths\":[5]}",
        "{\"paths\":[\"a\"]}",
        "{\"paths\":[\"/a/?\"]}",
        "{\"paths\":[\"/a/*\"]}",
        "{\"paths\":[\"/a/[]/b\"]}",
        "{\"paths\":[\"/a\",\"/b\"]}",
        "{\"paths\":[\"/a\"],\"kind\":\"Range\"}",
        "{\"paths\":[\"/a\"],\"version\":0}",
        "{\"paths\":[\"/a\"],\"version\":3}",
        "{\"paths\":[\"/a\"],\"version\":\"3\"}",
        "{\"paths\":[\"/a\"],\"version\":1.5}",
        "{\"paths\":[\"/a\"],\"version\":true}",
        "{\"paths\":[\"/a\",\"/a\"],\"kind\":\"MultiHash\"}",
        "{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":1}",
        "{\"paths\":[\"/a\",\"/b\",\"/c\",\"/d\"],\"kind\":\"MultiHash\"}",
        "[\"/a\"]",
        "\"/a\""
      })
  void whatIsNotIsRefused(String json) {
    assertStatus(400, createContainer(definedBy(json)));
    assertThat(engine.containers(DATABASE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "id | 0",
        "C:/key | 0",
        "/a/ | 2",
        "/a//b | 3",
        "/a/* | 3",
        "/a/? | 3",
        "/asdwqr31 @#$#$WRadf | 10"
      })
  void aPathThatIsNotValidIsRefusedInTheServicesWords(String path, int position) {
    assertErrors(
        400,
        0,
        "The partition key component definition path '"
            + path
            + "' could not be accepted, failed near position '"
            + position
            + "'. Partition key paths must contain only valid characters and not contain a trailing"
            + " slash or wildcard character.",
        createContainer(definedBy("{\"paths\":[\"" + path + "\"],\"version\":2}")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a-b", "/a_b/c d", "/\\\"a@b\\\"", "/größe"})
  void otherPathsAreAccepted(String path) {
    assertStatus(201, createContainer(definedBy("{\"paths\":[\"" + path + "\"],\"version\":2}")));
  }

  @Test
  void aContainerWithoutOneIsShownWithASystemKey() {
    assertThat(json(createContainer("{\"id\":\"c\"}")).get("partitionKey"))
        .isEqualTo(
            parse(
                "{\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"systemKey\":true,"
                    + "\"version\":2}"));
    assertThat(definition()).isEqualTo(PartitionKeyDefinition.NONE);
  }

  @Test
  void itCannotBeChanged() {
    created("");
    for (String other :
        new String[] {
          "{\"paths\":[\"/other\"],\"version\":2}",
          "{\"paths\":[\"/pk\"],\"version\":1}",
          "{\"paths\":[\"/pk\",\"/b\"],\"kind\":\"MultiHash\"}",
          "{\"paths\":[\"/_partitionKey\"],\"systemKey\":true}"
        }) {
      assertErrors(400, 0, CHANGED, replaceContainer(definedBy(other)));
    }
    assertStatus(200, replaceContainer(definedBy("{\"paths\":[\"/pk\"]}")));
    assertThat(definition()).isEqualTo(PartitionKeyDefinition.hash("/pk"));
  }
}
