package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.IndexOptions;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code $near}, {@code $nearSphere} and {@code $geoNear}. */
class GeoNearDriverTest extends TwoSessionsTest {
  /** A degree of a great circle of a sphere with a radius of 6378.1 kilometres. */
  private static final double DEGREE_METERS = Math.toRadians(1) * 6_378_100;

  private static final String POINT = "{'type': 'Point', 'coordinates': [0, 0]}";

  private void points() {
    insert(
        "{'_id': 1, 'at': {'type': 'Point', 'coordinates': [3, 0]}, 'k': 'a'}",
        "{'_id': 2, 'at': [1, 0], 'k': 'b'}",
        "{'_id': 3, 'at': {'type': 'Point', 'coordinates': [0, -2]}, 'k': 'a'}",
        "{'_id': 4, 'at': {'type': 'LineString', 'coordinates': [[-4, -1], [-4, 1]]}, 'k': 'b'}",
        "{'_id': 5, 'at': {'type': 'Point', 'coordinates': [179, 0]}, 'k': 'a'}",
        "{'_id': 6}");
    collection.createIndex(json("{'at': '2dsphere'}"));
  }

  private void flatPoints() {
    insert(
        "{'_id': 1, 'xy': [3, 0]}",
        "{'_id': 2, 'xy': [1, 0]}",
        "{'_id': 3, 'xy': [0, -2]}",
        "{'_id': 4, 'xy': [-100, 100]}",
        "{'_id': 5}");
    collection.createIndex(json("{'xy': '2d'}"));
  }

  private List<Document> geoNear(String options) {
    return collection
        .aggregate(List.of(json("{'$geoNear': " + options + "}")))
        .into(new ArrayList<>());
  }

  @Test
  void documentsComeByTheirDistance() {
    points();
    assertThat(ids(json("{'at': {'$near': {'$geometry': " + POINT + "}}}")))
        .containsExactly(2, 3, 1, 4, 5);
    assertThat(ids(json("{'at': {'$near': " + POINT + "}}"))).containsExactly(2, 3, 1, 4, 5);
    assertThat(ids(json("{'at': {'$nearSphere': [0, 0]}}"))).containsExactly(2, 3, 1, 4, 5);
    assertThat(ids(json("{'at': {'$nearSphere': [-179, 0]}}"))).containsExactly(5, 4, 3, 1, 2);
    assertThat(ids(json("{'at': {'$near': {'$geometry': " + POINT + "}}, 'k': 'a'}")))
        .containsExactly(3, 1, 5);
    assertThat(ids(json("{'$and': [{'at': {'$near': " + POINT + "}}, {'k': 'b'}]}")))
        .containsExactly(2, 4);
    assertThat(ids(json("{'_id': 3, 'at': {'$near': " + POINT + "}}"))).containsExactly(3);
    assertThat(
            collection
                .find(json("{'at': {'$near': " + POINT + "}}"))
                .sort(json("{'_id': -1}"))
                .map(each -> each.get("_id")))
        .containsExactly(5, 4, 3, 2, 1);
    assertThat(
            collection
                .find(json("{'at': {'$near': " + POINT + "}}"))
                .skip(1)
                .limit(2)
                .map(each -> each.get("_id")))
        .containsExactly(3, 1);
  }

  @Test
  void distancesHaveTheUnitOfTheirPoint() {
    points();
    double two = 2 * DEGREE_METERS;
    assertThat(
            ids(
                json(
                    ("{'at': {'$near': {'$geometry': %s, '$minDistance': %s, '$maxDistance':"
                            + " %s}}}")
                        .formatted(POINT, two - 1, 3 * DEGREE_METERS + 1))))
        .containsExactly(3, 1);
    assertThat(ids(json("{'at': {'$near': %s, '$maxDistance': %s}}".formatted(POINT, two - 1))))
        .containsExactly(2);
    assertThat(
            ids(
                json(
                    "{'at': {'$nearSphere': [0, 0], '$minDistance': %s, '$maxDistance': %s}}"
                        .formatted(Math.toRadians(1.5), Math.toRadians(3.5)))))
        .containsExactly(3, 1);
    assertThat(ids(json("{'at': {'$near': {'$geometry': " + POINT + ", '$maxDistance': 0}}}")))
        .isEmpty();
  }

  @Test
  void legacyPointsAreInThePlane() {
    flatPoints();
    assertThat(ids(json("{'xy': {'$near': [0, 0]}}"))).containsExactly(2, 3, 1, 4);
    assertThat(ids(json("{'xy': {'$near': [0, 0], '$maxDistance': 2}}"))).containsExactly(2, 3);
    assertThat(ids(json("{'xy': {'$near': [0, 0, 1]}}"))).containsExactly(2);
    assertThat(ids(json("{'xy': {'$near': [0, 0], '$minDistance': 2, '$maxDistance': 3}}")))
        .containsExactly(3, 1);
    assertThat(ids(json("{'xy': {'$near': {'x': 3, 'y': 0}}}"))).containsExactly(1, 2, 3, 4);
    collection.deleteOne(json("{'_id': 4}"));
    assertThat(ids(json("{'xy': {'$nearSphere': [0, 0], '$maxDistance': 0.04}}")))
        .containsExactly(2, 3);
  }

  @Test
  void theStageAddsDistances() {
    points();
    List<Document> found =
        geoNear(
            "{'near': "
                + POINT
                + ", 'distanceField': 'd.m', 'includeLocs': 'd.at', 'maxDistance': 500000,"
                + " 'query': {'k': 'a'}, 'spherical': true}");
    assertThat(found).extracting(each -> each.get("_id")).containsExactly(3, 1);
    Document measured = found.get(0).get("d", Document.class);
    assertThat(measured.getDouble("m")).isCloseTo(2 * DEGREE_METERS, within(1e-3));
    assertThat(measured.get("at")).isEqualTo(found.get(0).get("at"));
    found =
        geoNear(
            "{'near': [0, 0], 'distanceField': 'd', 'spherical': true, 'key': 'at',"
                + " 'distanceMultiplier': 6378.1, 'minDistance': 0.03, 'maxDistance': 0.06}");
    assertThat(found).extracting(each -> each.get("_id")).containsExactly(3, 1);
    assertThat(found.get(1).getDouble("d")).isCloseTo(3 * DEGREE_METERS / 1000, within(1e-6));
    assertThat(
            collection
                .aggregate(
                    List.of(
                        json("{'$geoNear': {'near': " + POINT + ", 'distanceField': 'd'}}"),
                        json("{'$limit': 2}"),
                        json("{'$project': {'k': 1}}")))
                .map(each -> each.get("k")))
        .containsExactly("b", "a");
  }

  @Test
  void subPipelinesBeginWithIt() {
    points();
    database
        .getCollection("d")
        .insertMany(
            List.of(
                json("{'_id': 10, 'here': {'type': 'Point', 'coordinates': [1, 0]}}"),
                json("{'_id': 11, 'here': {'type': 'Point', 'coordinates': [-4, 0]}}")));
    String nearest =
        "[{'$geoNear': {'near': '$$here', 'distanceField': 'd', 'maxDistance': 400000}},"
            + " {'$limit': 2}, {'$project': {'_id': 1}}]";
    assertThat(
            others(
                "{'$lookup': {'from': 'c', 'let': {'here': '$here'}, 'as': 'near', 'pipeline': "
                    + nearest
                    + "}}"))
        .extracting(each -> each.getList("near", Document.class))
        .containsExactly(
            List.of(json("{'_id': 2}"), json("{'_id': 1}")), List.of(json("{'_id': 4}")));
    String search = "{'$geoNear': {'near': " + POINT + ", 'distanceField': 'd'}}";
    String inner = "[" + search + ", {'$limit': 2}]";
    assertThat(others("{'$unionWith': {'coll': 'c', 'pipeline': " + inner + "}}"))
        .extracting(each -> each.get("_id"))
        .containsExactly(10, 11, 2, 3);
    database.createView("plain", "c", List.of());
    assertThat(others("{'$unionWith': {'coll': 'plain', 'pipeline': " + inner + "}}"))
        .extracting(each -> each.get("_id"))
        .containsExactly(10, 11, 2, 3);
    database.createView("view", "c", List.of(json("{'$match': {'k': 'a'}}")));
    refused(40602, () -> others("{'$unionWith': {'coll': 'view', 'pipeline': " + inner + "}}"));
    database.createView("nearest", "c", List.of(json(search)));
    assertThat(others("{'$unionWith': 'nearest'}"))
        .extracting(each -> each.get("_id"))
        .containsExactly(10, 11, 2, 3, 1, 4, 5);
  }

  /** Aggregates over another collection. */
  private List<Document> others(String... stages) {
    List<Document> parsed = new ArrayList<>();
    for (String stage : stages) {
      parsed.add(json(stage));
    }
    return database.getCollection("d").aggregate(parsed).into(new ArrayList<>());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "geo-pipelines.csv", delimiter = '|')
  void whatThePipelineCanNotDoIsRefused(int code, String pipeline) {
    points();
    refused(code, () -> runRaw("{aggregate: 'c', pipeline: " + pipeline + ", cursor: {}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2     | {at: {$near: {$geometry: {type: 'LineString', coordinates: [[0, 0], [1, 1]]}}}}
          2     | {at: {$near: {$maxDistance: 1}}}
          2     | {at: {$near: {$geometry: {type: 'Point', coordinates: [0, 0]}, $maxDistance: -1}}}
          2     | {at: {$near: {$geometry: {type: 'Point', coordinates: [0, 0]}, other: 1}}}
          2     | {at: {$near: 5}}
          16895 | {at: {$near: [0, 0], $maxDistance: 'x'}}
          16896 | {at: {$near: [0, 0], $maxDistance: -1}}
          34413 | {at: {$near: [0, 0], $gt: 1}}
          2     | {$or: [{at: {$near: [0, 0]}}]}
          2     | {$nor: [{at: {$near: [0, 0]}}]}
          2     | {at: {$not: {$near: [0, 0]}}}
          2     | {a: {$elemMatch: {at: {$near: [0, 0]}}}}
          2     | {at: {$nearSphere: [0, 0]}, $and: [{other: {$near: [0, 0]}}]}
          2     | {at: {$nearSphere: [200, 0]}}
          291   | {other: {$nearSphere: [0, 0]}}
          291   | {at: {$near: [0, 0]}}
          """)
  void whatAQueryCanNotDoIsRefused(int code, String filter) {
    points();
    refused(code, () -> ids(json(filter)));
  }

  @Test
  void aSearchNeedsAnIndex() {
    insert("{'_id': 1, 'at': [0, 0]}");
    refused(291, () -> ids(json("{'at': {'$near': " + POINT + "}}")))
        .hasMessageContaining("unable to find index for $geoNear query");
    refused(27, () -> geoNear("{'near': " + POINT + ", 'distanceField': 'd'}"))
        .hasMessageContaining("$geoNear requires a 2d or 2dsphere index, but none were found");
    collection.createIndex(json("{'k': 1, 'at': '2dsphere'}"));
    refused(291, () -> ids(json("{'at': {'$near': " + POINT + "}}")));
    assertThat(ids(json("{'at': {'$near': " + POINT + "}, 'k': null}"))).containsExactly(1);
    collection.createIndex(json("{'at': '2dsphere', 'k': 1}"));
    refused(27, () -> geoNear("{'near': " + POINT + ", 'distanceField': 'd'}"))
        .hasMessageContaining("There is more than one 2dsphere index on");
    assertThat(database.getCollection("none").find(json("{'at': {'$near': [0, 0]}}"))).isEmpty();
  }

  @Test
  void thePlanNamesTheSearch() {
    flatPoints();
    collection.createIndex(json("{'at': '2dsphere'}"));
    Document sphere =
        run("{'explain': {'find': 'c', 'filter': {'at': {'$near': " + POINT + "}}, 'limit': 1}}");
    assertThat(sphere.get("queryPlanner", Document.class).toJson())
        .contains("\"stage\": \"GEO_NEAR_2DSPHERE\"")
        .contains("at_2dsphere");
    assertThat(
            run("{'explain': {'find': 'c', 'filter': {'xy': {'$near': [0, 0]}}}}")
                .get("queryPlanner", Document.class)
                .toJson())
        .contains("\"stage\": \"GEO_NEAR_2D\"");
  }

  @Test
  void theNearestAreFoundWithoutReadingTheOthers() {
    List<Document> grid = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      double x = -170 + i % 200 * 1.7;
      double y = -80 + i / 200 * 1.6;
      grid.add(new Document("_id", i).append("at", List.of(x, y)).append("xy", List.of(x, y)));
    }
    collection.insertMany(grid);
    collection.createIndex(json("{'at': '2dsphere'}"));
    collection.createIndex(json("{'xy': '2d'}"));
    for (String filter : List.of("{'at': {'$near': " + POINT + "}}", "{'xy': {'$near': [0, 0]}}")) {
      Document stats =
          run("{'explain': {'find': 'c', 'filter': " + filter + ", 'limit': 10}}")
              .get("executionStats", Document.class);
      assertThat(((Number) stats.get("nReturned")).intValue()).isEqualTo(10);
      assertThat(((Number) stats.get("totalDocsExamined")).intValue()).isBetween(10, 2_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'at': {'$near': " + POINT + "}}", "{'xy': {'$near': [0, 0]}}"})
  @Rule("B4")
  void eachBatchIsJudgedAtItsOwnInstant(String filter) {
    collection.createIndex(json("{'at': '2dsphere'}"));
    collection.createIndex(json("{'xy': '2d'}"));
    collection.createIndex(
        json("{'_ts': 1}"), new IndexOptions().expireAfter(1000L, TimeUnit.SECONDS));
    for (int i = 1; i <= 6; i++) {
      collection.insertOne(
          new Document("_id", i)
              .append("at", List.of(i, 0))
              .append("xy", List.of(i, 0))
              .append("ttl", i == 4 ? 5 : 100));
    }
    List<Object> seen = new ArrayList<>();
    try (MongoCursor<Document> cursor = collection.find(json(filter)).batchSize(2).iterator()) {
      seen.add(cursor.next().get("_id"));
      seen.add(cursor.next().get("_id"));
      clock().advance(5);
      while (cursor.hasNext()) {
        seen.add(cursor.next().get("_id"));
      }
    }
    assertThat(seen).containsExactly(1, 2, 3, 5, 6);
  }

  @Test
  void aTransactionFindsItsOwnWritesByDistance() {
    points();
    session.startTransaction();
    inside.insertOne(session, json("{'_id': 7, 'at': [0, 1.5]}"));
    inside.deleteOne(session, json("{'_id': 3}"));
    inside.updateOne(session, json("{'_id': 5}"), json("{'$set': {'at': [0, 0]}}"));
    assertThat(
            inside
                .find(session, json("{'at': {'$near': " + POINT + "}}"))
                .map(each -> each.get("_id")))
        .containsExactly(5, 2, 7, 1, 4);
    assertThat(
            inside
                .find(session, json("{'at': {'$geoWithin': {'$centerSphere': [[0, 0], 0.03]}}}"))
                .map(each -> each.get("_id")))
        .containsExactlyInAnyOrder(5, 2, 7);
    assertThat(ids(json("{'at': {'$near': " + POINT + "}}"))).containsExactly(2, 3, 1, 4, 5);
    session.commitTransaction();
    assertThat(ids(json("{'at': {'$near': " + POINT + "}}"))).containsExactly(5, 2, 7, 1, 4);
  }

  @Test
  void theNearestIsUpdatedOrDeleted() {
    points();
    collection.updateOne(json("{'at': {'$near': " + POINT + "}}"), json("{'$set': {'x': 1}}"));
    assertThat(ids(json("{'x': 1}"))).containsExactly(2);
    collection.deleteOne(json("{'at': {'$near': " + POINT + "}, 'k': 'a'}"));
    assertThat(ids()).containsExactly(1, 2, 4, 5, 6);
    Document taken = collection.findOneAndDelete(json("{'at': {'$near': " + POINT + "}}"));
    assertThat(taken).containsEntry("_id", 2);
  }
}
