package dev.mayfly.cosmos.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.engine.catalog.IndexingPolicy;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The indexing policy of a container's definition. */
class IndexingPolicyJsonTest extends MetadataFixture {
  private static final String ETAG = "{\"path\":\"/\\\"_etag\\\"/?\"}";

  private static String policy(String json) {
    return "\"indexingPolicy\":" + json;
  }

  private static String full(String mode, boolean automatic, String included, String excluded) {
    return "{\"indexingMode\":\""
        + mode
        + "\",\"automatic\":"
        + automatic
        + ",\"includedPaths\":["
        + included
        + "],\"excludedPaths\":["
        + excluded
        + "]}";
  }

  private BsonDocument shown() {
    return get(C).getDocument("indexingPolicy");
  }

  @ParameterizedTest
  @CsvSource({
    "consistent, consistent",
    "Consistent, consistent",
    "LAZY, consistent",
    "Lazy, consistent",
    "none, none",
    "None, none"
  })
  void theModeIsShownInLowerCase(String sent, String shown) {
    created(policy("{\"indexingMode\":\"" + sent + "\"}"));
    assertThat(shown().getString("indexingMode").getValue()).isEqualTo(shown);
  }

  @Test
  void whatIsLeftOutIsFilledIn() {
    String all = full("consistent", true, "{\"path\":\"/*\"}", ETAG);
    created(policy("{}"));
    assertThat(shown()).isEqualTo(parse(all));
    replaced(policy("{\"indexingMode\":\"consistent\",\"includedPaths\":[]}"));
    assertThat(shown()).isEqualTo(parse(all));
    replaced(policy("{\"excludedPaths\":[{\"path\":\"/*\"}],\"automatic\":false}"));
    assertThat(shown())
        .isEqualTo(parse(full("consistent", false, "", "{\"path\":\"/*\"}," + ETAG)));
    replaced(policy("{\"indexingMode\":\"none\"}"));
    assertThat(shown()).isEqualTo(parse(full("none", false, "", "")));
    replaced("");
    assertThat(shown()).isEqualTo(parse(all));
  }

  @Test
  void whatIsSentBackStaysAsItIs() {
    created(
        policy(
            full(
                "consistent",
                true,
                "{\"path\":\"/*\",\"indexes\":[{\"kind\":\"Range\",\"dataType\":\"Number\","
                    + "\"precision\":-1}]},{\"path\":\"/a/[]/b/?\"}",
                "{\"path\":\"/\\\"b c\\\"/*\"}")));
    BsonDocument before = shown();
    replaced(policy(before.toJson()));
    assertThat(shown()).isEqualTo(before);
    IndexingPolicy kept = engine.container(DATABASE, "c").definition().indexing();
    assertThat(kept.included()).containsExactly("/*", "/a/[]/b/?");
    assertThat(kept.excluded()).containsExactly("/\"b c\"/*", "/\"_etag\"/?");
  }

  @Test
  void anEtagThatIsNamedIsLeftAlone() {
    String included = "{\"path\":\"/*\"}," + ETAG;
    created(policy(full("consistent", true, included, "")));
    assertThat(shown()).isEqualTo(parse(full("consistent", true, included, "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"indexingMode\":\"sometimes\"}",
        "{\"indexingMode\":5}",
        "{\"automatic\":\"yes\"}",
        "{\"indexingMode\":\"none\",\"automatic\":true}",
        "{\"indexingMode\":\"none\",\"includedPaths\":[{\"path\":\"/*\"}]}",
        "{\"indexingMode\":\"none\",\"excludedPaths\":[{\"path\":\"/*\"}]}",
        "{\"includedPaths\":[{}]}",
        "{\"includedPaths\":[\"/*\"]}",
        "{\"includedPaths\":{\"path\":\"/*\"}}",
        "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/*\"}]}",
        "{\"includedPaths\":[{\"path\":\"/*\"}],\"excludedPaths\":[{\"path\":\"/*\"}]}",
        "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/a\"}]}",
        "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"a/?\"}]}",
        "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/a/*/b/?\"}]}",
        "[]",
        "\"consistent\""
      })
  void whatIsNotValidIsRefused(String json) {
    assertStatus(400, createContainer(c(policy(json))));
    BsonDocument before = created("");
    assertStatus(400, replaceContainer(c(policy(json))));
    assertThat(get(C)).isEqualTo(before);
  }

  @Test
  void theRootMustBeSpokenOf() {
    String text =
        "The special mandatory indexing path \"/\" is not provided in any of the path type sets."
            + " Please provide this path in one of the sets.";
    for (String list : List.of("includedPaths", "excludedPaths")) {
      assertErrors(
          400, 0, text, createContainer(c(policy("{\"" + list + "\":[{\"path\":\"/a/?\"}]}"))));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[[{\"path\":\"/a\",\"order\":\"ascending\"},{\"path\":\"/b\",\"order\":\"descending\"}]]"
            + "| [[{\"path\":\"/a\",\"order\":\"ascending\"},"
            + "{\"path\":\"/b\",\"order\":\"descending\"}]]",
        "[[{\"path\":\"/a/b\"},{\"path\":\"/c\",\"order\":\"Descending\"}]]"
            + "| [[{\"path\":\"/a/b\",\"order\":\"ascending\"},"
            + "{\"path\":\"/c\",\"order\":\"descending\"}]]",
        "[] | []"
      })
  void compositeIndexesAreKept(String sent, String shown) {
    created(policy("{\"compositeIndexes\":" + sent + "}"));
    assertThat(shown().get("compositeIndexes")).isEqualTo(parse(shown));
    replaced("");
    assertThat(shown().containsKey("compositeIndexes")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[]]",
        "[[{\"path\":\"/a\"}]]",
        "[{\"path\":\"/a\"}]",
        "[[{\"path\":\"/a\"},{\"path\":\"/b\",\"order\":\"up\"}]]",
        "[[{\"path\":\"/a\"},{\"path\":\"/b/?\"}]]",
        "[[{\"path\":\"/a\"},{\"path\":\"b\"}]]",
        "[[{\"path\":\"/a\"},{}]]",
        "[[{\"path\":\"/a\"},\"/b\"]]",
        "[[{\"path\":\"/1\"},{\"path\":\"/2\"},{\"path\":\"/3\"},{\"path\":\"/4\"},"
            + "{\"path\":\"/5\"},{\"path\":\"/6\"},{\"path\":\"/7\"},{\"path\":\"/8\"},"
            + "{\"path\":\"/9\"}]]"
      })
  void compositeIndexesAreChecked(String json) {
    assertStatus(400, createContainer(c(policy("{\"compositeIndexes\":" + json + "}"))));
  }

  @Test
  void spatialIndexesAreCheckedAndKept() {
    String indexes =
        "[{\"path\":\"/loc/*\",\"types\":[\"Point\",\"LineString\",\"Polygon\","
            + "\"MultiPolygon\"]},{\"path\":\"/b/?\"},{\"path\":\"/c\",\"types\":[]}]";
    created(policy("{\"spatialIndexes\":" + indexes + "}"));
    assertThat(shown().get("spatialIndexes")).isEqualTo(parse(indexes));
    for (String bad :
        List.of(
            "[{\"path\":\"/loc/*\",\"types\":[\"Circle\"]}]",
            "[{\"path\":\"loc\"}]",
            "[{}]",
            "[5]",
            "{}")) {
      assertStatus(400, replaceContainer(c(policy("{\"spatialIndexes\":" + bad + "}"))));
    }
  }

  @Test
  void aPlaneNeedsBoundsAndTheGlobeHasNone() {
    String plane = "\"geospatialConfig\":{\"type\":\"Geometry\"},";
    String without = policy("{\"spatialIndexes\":[{\"path\":\"/loc/?\",\"types\":[\"Point\"]}]}");
    String box = "\"boundingBox\":{\"xmin\":0,\"ymin\":-5.5,\"xmax\":10,\"ymax\":10}";
    String with = without.replace("\"types\"", box + ",\"types\"");
    assertBad(
        "Required parameter 'boundingBox' for 'Geometry' collection is missing in spatial path"
            + " '/loc/?'",
        createContainer(c(plane + without)));
    assertBad("'boundingBox' is not allowed for 'Geography'", createContainer(c(with)));
    for (String bad : List.of("\"xmax\":0", "\"xmax\":\"10\"", "\"other\":10")) {
      String wrong = with.replace("\"xmax\":10", bad);
      assertBad("Ensure to provide the numbers xmin", createContainer(c(plane + wrong)));
    }
    created(plane + with);
    replaced(with);
    assertBad("Required parameter 'boundingBox'", replaceContainer(c(without)));
  }

  @Test
  void thereIsALimitToIndexes() {
    StringBuilder many = new StringBuilder("[");
    for (int i = 0; i < 101; i++) {
      many.append(i == 0 ? "" : ",").append("[{\"path\":\"/a\"},{\"path\":\"/b\"}]");
    }
    assertBad("At most 100", createContainer(c(policy("{\"compositeIndexes\":" + many + "]}"))));
  }

  @Test
  void aContainerFromElsewhereShowsTheEnginesPolicy() {
    create(named("c").indexing(IndexingPolicy.OFF));
    assertThat(shown()).isEqualTo(parse(full("none", false, "", "")));
  }
}
