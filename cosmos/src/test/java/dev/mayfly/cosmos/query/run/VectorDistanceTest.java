package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.query.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The function VectorDistance where no container says anything about vectors. */
class VectorDistanceTest {
  private static final String ITEM =
      "{\"v\":[3,4],\"w\":[4,3.0],\"zero\":[0,0],\"s\":\"x\",\"text\":[1,\"2\"],"
          + "\"nested\":[[1],[2]],\"none\":[],\"one\":[1],\"huge\":[1e308,1e308],\"flag\":true}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VectorDistance(c.v, c.w) | 0.96",
        "VECTORDISTANCE(c.v, [3, 4]) | 1",
        "VectorDistance([6, 8], c.v) | 1",
        "VectorDistance(c.v, [-3, -4], false) | -1",
        "VectorDistance(c.v, c.w, true, {distanceFunction: 'dotproduct'}) | 24",
        "VectorDistance(c.v, c.w, true, {'distanceFunction': 'DotProduct', 'dataType': 'Int8'}) |"
            + " 24",
        "VectorDistance(c.v, [0, 0], false, {distanceFunction: 'Euclidean'}) | 5",
        "VectorDistance(c.v, c.zero, false, {distanceFunction: 'euclidean',"
            + " searchListSizeMultiplier: 100, quantizedVectorListMultiplier: 1,"
            + " filterPriority: 0.5}) | 5",
        "VectorDistance(c.v, c.zero) | undefined",
        "VectorDistance(c.v, c.missing) | undefined",
        "VectorDistance(c.v, c.s) | undefined",
        "VectorDistance(c.v, c.text) | undefined",
        "VectorDistance(c.v, c.nested) | undefined",
        "VectorDistance(c.none, c.none) | undefined",
        "VectorDistance(c.v, c.one) | undefined",
        "VectorDistance(c.v, null) | undefined",
        "VectorDistance(c.huge, c.huge) | undefined",
      })
  void scores(String call, String score) {
    assertThat(Evaluation.result("SELECT VALUE " + call + " FROM c", ITEM)).isEqualTo(score);
  }

  @Test
  void parametersAreReadForEachRun() {
    String query = "SELECT VALUE VectorDistance(c.v, @v, @exact) FROM c";
    Value vector = Value.of(List.of(Value.of(4L), Value.of(3.0)));
    Parameters parameters = new Parameters(Map.of("@v", vector, "@exact", Value.of(true)));
    assertThat(Evaluation.result(query, parameters, ITEM)).isEqualTo("0.96");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VectorDistance(c.v) | SC2050",
        "VectorDistance(c.v, c.w, true, {}, 1) | SC2050",
        "VectorDistance(c.v, c.w, 'yes') | must be true or false",
        "VectorDistance(c.v, c.w, true, 1) | must be an object literal",
        "VectorDistance(c.v, c.w, true, @options) | must be an object literal",
        "VectorDistance(c.v, c.w, true, {distance: 'cosine'}) | has no option 'distance'",
        "VectorDistance(c.v, c.w, true, {distanceFunction: 'near'}) | must be cosine, dotproduct",
        "VectorDistance(c.v, c.w, true, {distanceFunction: c.s}) | must be cosine, dotproduct",
        "VectorDistance(c.v, c.w, true, {dataType: 'float64'}) | must be float32, float16",
        "VectorDistance(c.v, c.w, true, {searchListSizeMultiplier: 101}) | SC2213",
        "VectorDistance(c.v, c.w, true, {quantizedVectorListMultiplier: 0}) | from 1 to 100",
        "VectorDistance(c.v, c.w, true, {filterPriority: -0.1}) | from 0 to 1",
      })
  void refusesWhatMeansNothing(String call, String text) {
    assertThatThrownBy(() -> Evaluation.result("SELECT VALUE " + call + " FROM c", ITEM))
        .hasMessageContaining(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ASC", "DESC"})
  void anOrderHasNoDirection(String direction) {
    String query = "SELECT TOP 1 * FROM c ORDER BY VectorDistance(c.v, [1, 2]) " + direction;
    assertThatThrownBy(() -> compiled(query))
        .hasMessageContaining(
            "Specifying a sorting order (ASC or DESC) with VectorDistance function is not"
                + " supported.");
  }

  @Test
  void anOrderHasNoOtherKey() {
    assertThatThrownBy(
            () -> compiled("SELECT TOP 1 * FROM c ORDER BY VectorDistance(c.v, [1, 2]), c.s"))
        .hasMessageContaining("must be the only item");
  }

  @ParameterizedTest
  @CsvSource({"cosine,true", "dotproduct,true", "euclidean,false"})
  void theNearestHaveTheLargestOrTheSmallestScores(String function, boolean descending) {
    CompiledQuery query =
        compiled(
            "SELECT TOP 1 * FROM c ORDER BY VectorDistance(c.v, [1, 2], false, {distanceFunction: '"
                + function
                + "'})");
    assertThat(query.order().get(0).descending()).isEqualTo(descending);
  }

  private static CompiledQuery compiled(String query) {
    return QueryCompiler.compile(QueryParser.query(query), Parameters.NONE);
  }
}
