package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.resource.DefinitionParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of a definition that change nothing in the engine. */
class OpaquePartsTest extends MetadataFixture {
  private static final String LAST_WRITER =
      "{\"mode\":\"LastWriterWins\",\"conflictResolutionPath\":\"/_ts\","
          + "\"conflictResolutionProcedure\":\"\"}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | LastWriterWins | /_ts | ``",
        "{\"mode\":\"lastWriterWins\",\"conflictResolutionPath\":\"/n\"} | LastWriterWins | /n |"
            + " ``",
        "{\"mode\":\"LastWriterWins\",\"conflictResolutionPath\":\"\"} | LastWriterWins | /_ts |"
            + " ``",
        "{\"mode\":\"Custom\",\"conflictResolutionProcedure\":\"dbs/d/colls/c/sprocs/s\"} | Custom"
            + " | `` | dbs/d/colls/c/sprocs/s",
        "{\"mode\":\"Custom\"} | Custom | `` | ``"
      })
  void conflictResolutionIsKept(String json, String mode, String path, String procedure) {
    String expected =
        "{\"mode\":\"%s\",\"conflictResolutionPath\":\"%s\",\"conflictResolutionProcedure\":\"%s\"}"
            .formatted(mode, path, procedure);
    created("\"conflictResolutionPolicy\":" + json);
    assertThat(get(C).get("conflictResolutionPolicy")).isEqualTo(parse(expected));
    assertThat(replaced("").get("conflictResolutionPolicy")).isEqualTo(parse(expected));
    assertThat(
            replaced("\"conflictResolutionPolicy\":" + LAST_WRITER).get("conflictResolutionPolicy"))
        .isEqualTo(parse(LAST_WRITER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"mode\":\"FirstWriterWins\"}",
        "{\"mode\":\"LastWriterWins\",\"conflictResolutionProcedure\":\"s\"}",
        "{\"mode\":\"LastWriterWins\",\"conflictResolutionPath\":\"n\"}",
        "{\"mode\":\"Custom\",\"conflictResolutionPath\":\"/n\"}",
        "{\"mode\":1}",
        "\"Custom\""
      })
  void conflictResolutionIsChecked(String json) {
    assertStatus(400, createContainer(c("\"conflictResolutionPolicy\":" + json)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | Geography",
        "{\"type\":\"geography\"} | Geography",
        "{\"type\":\"Geometry\"} | Geometry"
      })
  void theKindOfGeometryIsKept(String json, String type) {
    created("\"geospatialConfig\":" + json);
    assertThat(replaced("").getDocument("geospatialConfig").getString("type").getValue())
        .isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"type\":\"Flat\"}", "{\"type\":1}", "\"Geometry\""})
  void theKindOfGeometryIsChecked(String json) {
    assertStatus(400, createContainer(c("\"geospatialConfig\":" + json)));
  }

  @Test
  void computedPropertiesAreKeptUntilTheyAreLeftOut() {
    String json =
        "[{\"name\":\"lower\",\"query\":\"SELECT VALUE LOWER(c.name) FROM c\"},"
            + "{\"name\":\"_x2\",\"query\":\" select  value\\n c.a FROM c\"}]";
    assertThat(created("\"computedProperties\":" + json).get("computedProperties"))
        .isEqualTo(parse(json));
    assertThat(DefinitionParts.of(engine.container(DATABASE, "c").definition()))
        .containsEntry("computedProperties", parse(json));
    assertThat(replaced("\"computedProperties\":[]").containsKey("computedProperties")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[{\"name\":\"id\",\"query\":\"SELECT VALUE c.a FROM c\"}] | name 'id'",
        "[{\"name\":\"_ts\",\"query\":\"SELECT VALUE c.a FROM c\"}] | name '_ts'",
        "[{\"name\":\"\",\"query\":\"SELECT VALUE c.a FROM c\"}] | name ''",
        "[{\"name\":\"a b\",\"query\":\"SELECT VALUE c.a FROM c\"}] | name 'a b'",
        "[{\"name\":\"1a\",\"query\":\"SELECT VALUE c.a FROM c\"}] | name '1a'",
        "[{\"query\":\"SELECT VALUE c.a FROM c\"}] | name ''",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE 1 FROM c\"},"
            + "{\"name\":\"a\",\"query\":\"SELECT VALUE 2 FROM c\"}] | twice",
        "[{\"name\":\"a\",\"query\":\"SELECT c.a FROM c\"}] | SELECT VALUE",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE c.a\"}] | SELECT VALUE",
        "[{\"name\":\"a\"}] | SELECT VALUE",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE FOO(c.a) FROM c\"}] | FOO",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE RAND() FROM c\"}] | RAND",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE SUM(c.a) FROM c\"}] | SUM",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE d.a FROM c\"}] | Identifier 'd'",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE (SELECT VALUE c.a) FROM c\"}] | another",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE c.a FROM c WHERE c.b\"}] | SELECT VALUE",
        "[{\"name\":\"a\",\"query\":\"SELECT VALUE x FROM x IN c.b\"}] | SELECT VALUE",
        "[\"a\"] | array of objects",
        "{} | an array"
      })
  void computedPropertiesAreChecked(String json, String text) {
    assertBad(text, createContainer(c("\"computedProperties\":" + json)));
  }

  @Test
  void thereAreAtMostTwentyComputedProperties() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      many.append("{\"name\":\"p").append(i).append("\",\"query\":\"SELECT VALUE c.a FROM c\"},");
    }
    String last = "{\"name\":\"q\",\"query\":\"SELECT VALUE c.a FROM c\"}";
    assertBad("maximum of 20", createContainer(c("\"computedProperties\":[" + many + last + "]")));
    String twenty = many.substring(0, many.length() - 1);
    created("\"computedProperties\":[" + twenty + "]");
  }

  @Test
  void clientEncryptionStaysAsItWasMade() {
    String json = "{\"includedPaths\":[{\"path\":\"/a\"}],\"policyFormatVersion\":1}";
    assertThat(created("\"clientEncryptionPolicy\":" + json).get("clientEncryptionPolicy"))
        .isEqualTo(parse(json));
    assertThat(replaced("").get("clientEncryptionPolicy")).isEqualTo(parse(json));
    replaced("\"clientEncryptionPolicy\":" + json);
    assertBad("client encryption", replaceContainer(c("\"clientEncryptionPolicy\":{}")));
    assertStatus(400, replaceContainer(c("\"clientEncryptionPolicy\":5")));
  }

  @Test
  void whatAnotherFrontEndKeepsStays() {
    create(named("c").opaque(parse("{\"other\":{\"x\":1}}").asDocument()));
    replaced("\"defaultTtl\":5");
    assertThat(engine.container(DATABASE, "c").definition().opaque())
        .containsEntry("other", parse("{\"x\":1}"));
  }
}
