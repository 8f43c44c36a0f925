package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code $geoWithin} and {@code $geoIntersects}, with an index and without one. */
class GeoFilterDriverTest extends CollectionTest {
  private static final String SQUARE = "[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]";
  private static final String HOLE = "[[0.5, 0.5], [0.5, 9], [9, 9], [9, 0.5], [0.5, 0.5]]";

  @BeforeEach
  void documents() {
    insert(
        "{'_id': 1, 'at': {'type': 'Point', 'coordinates': [5, 5]}}",
        "{'_id': 2, 'at': [20, 5]}",
        "{'_id': 3, 'at': {'lng': 5, 'lat': 6, 'more': 'x'}}",
        "{'_id': 4, 'at': {'type': 'LineString', 'coordinates': [[1, 1], [2, 2]]}}",
        "{'_id': 5, 'at': {'type': 'LineString', 'coordinates': [[5, 5], [20, 5]]}}",
        "{'_id': 6, 'at': {'type': 'Polygon', 'coordinates': [[[2, 2], [4, 2], [3, 4], [2, 2]]]}}",
        "{'_id': 7, 'at': {'type': 'Polygon', 'coordinates':"
            + " [[[8, 8], [18, 8], [8, 18], [8, 8]]]}}",
        "{'_id': 8, 'at': {'type': 'MultiPoint', 'coordinates': [[1, 2], [20, 5]]}}",
        "{'_id': 9, 'at': {'type': 'GeometryCollection', 'geometries': ["
            + "{'type': 'Point', 'coordinates': [3, 3]},"
            + "{'type': 'LineString', 'coordinates': [[4, 4], [6, 4]]}]}}",
        "{'_id': 10, 'at': {'type': 'MultiPolygon', 'coordinates': ["
            + "[[[30, 30], [31, 30], [31, 31], [30, 30]]], [[[9, 1], [12, 1], [9, 2], [9, 1]]]]}}",
        "{'_id': 11, 'at': null}",
        "{'_id': 12}",
        "{'_id': 13, 'at': []}");
  }

  /** The same ids with an index as without. */
  private void finds(String filter, String ids) {
    List<Integer> expected =
        ids == null ? List.of() : Arrays.stream(ids.split(" ")).map(Integer::valueOf).toList();
    assertThat(ids(json(filter))).as(filter).containsExactlyElementsOf(expected);
    collection.createIndex(json("{'at': '2dsphere'}"));
    assertThat(ids(json(filter)))
        .as("indexed: " + filter)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "geo-geometries.csv", delimiter = '|')
  void geometriesOnTheSphere(String operator, String type, String coordinates, String ids) {
    finds(
        "{'at': {'%s': {'$geometry': {'type': '%s', 'coordinates': %s}}}}"
            .formatted(operator, type, coordinates.replace("SQUARE", SQUARE).replace("HOLE", HOLE)),
        ids);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {$box: [[10, 10], [0, 0]]}                   | 1 3
          {$polygon: [[0, 0], [30, 5.5], [0, 5.5]]}    | 1 2
          {$center: [[20, 4], 1]}                      | 2
          {$centerSphere: [[5, 5], 0.02]}              | 1 3
          {$centerSphere: [[5, 5], 0.2]}               | 1 3 4 6 9
          {$centerSphere: [[5, 5], 4]}                 | 1 2 3 4 5 6 7 8 9 10
          """)
  void legacyShapes(String shape, String ids) {
    finds("{at: {$geoWithin: " + shape + "}}", ids);
  }

  @Test
  void aPolygonLargerThanHalfTheEarthNeedsTheStrictOrder() {
    String strict =
        "{'at': {'$geoWithin': {'$geometry': {'type': 'Polygon', 'coordinates':"
            + " [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]], 'crs': {'type': 'name',"
            + " 'properties': {'name': 'urn:x-mongodb:crs:strictwinding:EPSG:4326'}}}}}}";
    finds(strict, "2");
  }

  @ParameterizedTest
  @CsvFileSource(resources = "geo-errors.csv", delimiter = '|')
  void whatIsNoGeometryIsRefused(String condition, String message) {
    refused(2, () -> ids(json("{at: " + condition + "}"))).hasMessageContaining(message);
  }

  @Test
  void theyWorkWithOtherConditionsAndInsideOthers() {
    String inside = "{'$geoWithin': {'$centerSphere': [[5, 5], 0.2]}}";
    finds("{'$or': [{'at': " + inside + "}, {'_id': 2}]}", "1 2 3 4 6 9");
    finds("{'at': {'$not': " + inside + "}}", "2 5 7 8 10 11 12 13");
    finds("{'$nor': [{'at': " + inside + "}]}", "2 5 7 8 10 11 12 13");
    finds("{'at': " + inside + ", '_id': {'$gt': 3}}", "4 6 9");
    insert("{'_id': 20, 'all': [{'at': [5, 5]}, {'at': [50, 5]}]}");
    assertThat(ids(json("{'all.at': " + inside + "}"))).containsExactly(20);
    assertThat(ids(json("{'all': {'$elemMatch': {'at': " + inside + "}}}"))).containsExactly(20);
    collection.createIndex(json("{'all.at': '2dsphere'}"));
    assertThat(ids(json("{'all.at': " + inside + "}"))).containsExactly(20);
    assertThat(ids(json("{'all': {'$elemMatch': {'at': " + inside + "}}}"))).containsExactly(20);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void updatesAndDeletesChooseByGeometry(boolean indexed) {
    if (indexed) {
      collection.createIndex(json("{'at': '2dsphere'}"));
    }
    String inside = "{'at': {'$geoWithin': {'$centerSphere': [[5, 5], 0.02]}}}";
    assertThat(collection.updateMany(json(inside), json("{'$set': {'x': 1}}")).getModifiedCount())
        .isEqualTo(2);
    assertThat(
            collection
                .updateMany(json(inside), json("{'$set': {'at': [50, 50]}}"))
                .getModifiedCount())
        .isEqualTo(2);
    assertThat(collection.countDocuments(json(inside))).isZero();
    assertThat(
            collection
                .deleteMany(json("{'at': {'$geoWithin': {'$center': [[50, 50], 1]}}}"))
                .getDeletedCount())
        .isEqualTo(2);
    assertThat(ids(json("{'x': 1}"))).isEmpty();
  }
}
