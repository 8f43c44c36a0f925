package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** 2dsphere and 2d indexes: which there may be, what they refuse, and when they are read. */
class GeoIndexDriverTest extends TtlTest {
  private static final String NEARBY = "{'$geoWithin': {'$centerSphere': [[5, 5], 0.01]}}";

  private String plan(String filter) {
    return run("{'explain': {'find': 'c', 'filter': " + filter + "}}")
        .get("queryPlanner", Document.class)
        .get("winningPlan", Document.class)
        .toJson();
  }

  private Document listed(String name) {
    for (Document each : collection.listIndexes()) {
      if (each.getString("name").equals(name)) {
        return each;
      }
    }
    throw new AssertionError(name);
  }

  @Test
  void theyAreListedWithTheirOptions() {
    collection.createIndex(json("{'at': '2dsphere'}"));
    collection.createIndex(json("{'type': 1, 'at': '2dsphere', 'n': -1}"));
    collection.createIndex(json("{'xy': '2d', 'n': 1}"), new IndexOptions().bits(20).min(-50d));
    assertThat(listed("at_2dsphere"))
        .isEqualTo(
            json(
                "{'v': 2, 'key': {'at': '2dsphere'}, 'name': 'at_2dsphere',"
                    + " '2dsphereIndexVersion': 3}"));
    assertThat(listed("xy_2d_n_1")).containsEntry("bits", 20).containsEntry("min", -50.0);
    collection.createIndex(json("{'at': '2dsphere'}"));
    refused(85, () -> collection.createIndex(json("{'xy': '2d', 'n': 1}")));
    collection.dropIndex("at_2dsphere");
    assertThat(collection.listIndexes()).hasSize(3);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "geo-specifications.csv", delimiter = '|')
  void whatIsNoSpecificationIsRefused(int code, String specification, String message) {
    String named = specification.substring(0, specification.length() - 1) + ", name: 'x'}";
    refused(code, () -> runRaw("{createIndexes: 'c', indexes: [" + named + "]}"))
        .hasMessageContaining(message);
    assertThat(database.listCollectionNames()).isEmpty();
  }

  @ParameterizedTest
  @CsvFileSource(resources = "geo-refused.csv", delimiter = '|')
  void whatAnIndexCanNotHaveIsNotWritten(String type, int code, String at, String message) {
    collection.createIndex(new Document("at", type));
    insert("{'_id': 1, 'at': [1, 1]}");
    Document wrong = json("{_id: 2, at: " + at + "}");
    refused(code, () -> collection.insertOne(wrong)).hasMessageContaining(message);
    refused(
        code,
        () ->
            collection.updateOne(
                json("{'_id': 1}"), new Document("$set", new Document("at", wrong.get("at")))));
    assertThat(collection.find()).containsExactly(json("{'_id': 1, 'at': [1, 1]}"));
    collection.dropIndexes();
    collection.insertOne(wrong);
    refused(code, () -> collection.createIndex(new Document("at", type)));
    assertThat(collection.listIndexes()).hasSize(1);
  }

  @Test
  void theyAreReadForGeometriesOnly() {
    insert("{'_id': 1, 'at': [5, 5], 'type': 'a'}", "{'_id': 2, 'type': 'a'}", "{'_id': 3}");
    collection.createIndex(json("{'type': 1, 'at': '2dsphere'}"));
    collection.createIndex(json("{'at': '2dsphere', 'type': 1}"));
    assertThat(plan("{'at': " + NEARBY + "}")).contains("IXSCAN").contains("at_2dsphere_type_1");
    assertThat(plan("{'type': 'a', 'at': " + NEARBY + "}")).contains("IXSCAN");
    for (String other :
        List.of("{'type': 'a'}", "{'at': [5, 5]}", "{'at': {'$exists': true}}", "{'at': null}")) {
      assertThat(plan(other)).contains("COLLSCAN");
    }
    assertThat(ids(json("{'type': 'a'}"))).containsExactly(1, 2);
    assertThat(ids(json("{'type': 'a', 'at': " + NEARBY + "}"))).containsExactly(1);
    assertThat(ids(json("{'type': 'b', 'at': " + NEARBY + "}"))).isEmpty();
    assertThat(plan("{'at': {'$geoWithin': {'$box': [[0, 0], [9, 9]]}}}")).contains("COLLSCAN");
    collection.createIndex(json("{'at': '2d'}"));
    assertThat(plan("{'at': {'$geoWithin': {'$box': [[0, 0], [9, 9]]}}}")).contains("at_2d");
    assertThat(ids(json("{'at': {'$geoWithin': {'$box': [[0, 0], [9, 9]]}}}"))).containsExactly(1);
  }

  @Test
  void aPlaneIndexTakesSeveralPoints() {
    collection.createIndex(json("{'at': '2d'}"));
    insert(
        "{'_id': 1, 'at': [[1, 1], [50, 50]]}",
        "{'_id': 2, 'at': [{'x': 2, 'y': 2}]}",
        "{'_id': 3, 'at': {'x': 51, 'y': 51}}",
        "{'_id': 4, 'at': []}",
        "{'_id': 5, 'at': 'x'}");
    assertThat(ids(json("{'at': {'$geoWithin': {'$box': [[0, 0], [3, 3]]}}}")))
        .containsExactlyInAnyOrder(1, 2);
    assertThat(ids(json("{'at': {'$geoWithin': {'$center': [[50, 50], 2]}}}")))
        .containsExactlyInAnyOrder(1, 3);
    assertThat(ids(json("{'at': {'$geoWithin': {'$box': [[-180, -180], [180, 180]]}}}")))
        .containsExactlyInAnyOrder(1, 2, 3);
    assertThat(ids(json("{'at': {'$near': [0, 0]}}"))).containsExactly(1, 2, 3);
  }

  @Test
  @Rule("B2")
  void whatIsDeadIsFoundByNoGeometry() {
    collection.createIndex(json("{'at': '2dsphere'}"));
    collection.createIndex(json("{'xy': '2d'}"));
    ttl(10);
    insert("{'_id': 1, 'at': [5, 5], 'xy': [5, 5]}");
    clock().advance(4);
    insert("{'_id': 2, 'at': [5.1, 5], 'xy': [5.1, 5]}");
    List<String> filters =
        List.of(
            "{'at': " + NEARBY + "}",
            "{'at': {'$geoIntersects': {'$geometry': {'type': 'Polygon', 'coordinates':"
                + " [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]}}}}",
            "{'at': {'$nearSphere': [5, 5]}}",
            "{'at': {'$near': {'$geometry': {'type': 'Point', 'coordinates': [5, 5]}}}}",
            "{'xy': {'$near': [5, 5]}}",
            "{'xy': {'$geoWithin': {'$center': [[5, 5], 1]}}}");
    for (long second = 4; second <= 14; second++) {
      List<Object> living = second < 10 ? List.of(1, 2) : second < 14 ? List.of(2) : List.of();
      for (String filter : filters) {
        assertThat(ids(json(filter)))
            .as(second + " " + filter)
            .containsExactlyInAnyOrderElementsOf(living);
      }
      List<Object> near = new ArrayList<>();
      collection
          .aggregate(
              List.of(json("{'$geoNear': {'near': [5, 5], 'key': 'xy', 'distanceField': 'd'}}")))
          .forEach(each -> near.add(each.get("_id")));
      assertThat(near).isEqualTo(living);
      clock().advance(1);
    }
  }
}
