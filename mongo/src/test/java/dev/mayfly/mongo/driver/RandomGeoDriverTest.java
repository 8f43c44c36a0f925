package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.mongo.filter.FilterItemFilters;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/**
 * Random geometries, written, moved, deleted and dying, are found in the same way with indexes and
 * without, and points as formulas for the sphere and the plane say.
 */
class RandomGeoDriverTest {
  /** Closer to an edge the formulas do not decide. */
  private static final double DOUBT = 1e-7;

  private final Random random = Seeds.random(RandomGeoDriverTest.class);

  /** The living points by id: longitude, latitude, deadline. */
  private final Map<Integer, double[]> points = new HashMap<>();

  private double coordinate(double max) {
    return switch (random.nextInt(8)) {
      case 0 -> max * (random.nextInt(3) - 1);
      case 1, 2, 3 -> random.nextDouble() * 4 - 2;
      default -> (random.nextDouble() * 2 - 1) * max;
    };
  }

  private double[] place() {
    return new double[] {coordinate(180), coordinate(90)};
  }

  private static List<Double> list(double... numbers) {
    List<Double> list = new ArrayList<>();
    for (double each : numbers) {
      list.add(each);
    }
    return list;
  }

  private static Document geoJson(String type, Object coordinates) {
    return new Document("type", type).append("coordinates", coordinates);
  }

  /** Three places near each other, which are the corners of a triangle. */
  private double[][] triangle() {
    double x = random.nextDouble() * 300 - 150;
    double y = random.nextDouble() * 120 - 60;
    double size = random.nextBoolean() ? 20 : 2;
    return new double[][] {
      {x, y},
      {x + size * (0.5 + random.nextDouble()), y + size * 0.2 * random.nextDouble()},
      {x + size * 0.3 * random.nextDouble(), y + size * (0.5 + random.nextDouble())}
    };
  }

  private static Document polygon(double[][] corners) {
    List<List<Double>> ring = new ArrayList<>();
    for (double[] each : corners) {
      ring.add(list(each));
    }
    ring.add(list(corners[0]));
    return geoJson("Polygon", List.of(ring));
  }

  private Object shape() {
    return switch (random.nextInt(4)) {
      case 0 -> polygon(triangle());
      case 1 -> {
        double[][] corners = triangle();
        yield geoJson("LineString", List.of(list(corners[0]), list(corners[1])));
      }
      case 2 -> geoJson("MultiPoint", List.of(list(place()), list(place())));
      default ->
          new Document("type", "GeometryCollection")
              .append("geometries", List.of(polygon(triangle()), geoJson("Point", list(place()))));
    };
  }

  private static double[] vector(double[] place) {
    double x = Math.toRadians(place[0]);
    double y = Math.toRadians(place[1]);
    return new double[] {Math.cos(y) * Math.cos(x), Math.cos(y) * Math.sin(x), Math.sin(y)};
  }

  private static double determinant(double[] a, double[] b, double[] c) {
    return a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }

  /** The angle between two places, by the haversine formula. */
  private static double angle(double[] one, double[] other) {
    double dy = Math.sin(Math.toRadians(other[1] - one[1]) / 2);
    double dx = Math.sin(Math.toRadians(other[0] - one[0]) / 2);
    double h =
        dy * dy + dx * dx * Math.cos(Math.toRadians(one[1])) * Math.cos(Math.toRadians(other[1]));
    return 2 * Math.asin(Math.sqrt(Math.min(1, h)));
  }

  /** 1 inside, -1 outside, 0 if it is too close to an edge. */
  private static int side(double[][] corners, double[] place) {
    double[][] at = {vector(corners[0]), vector(corners[1]), vector(corners[2])};
    double[] p = vector(place);
    double turn = Math.signum(determinant(at[0], at[1], at[2]));
    int inside = 1;
    for (int i = 0; i < 3; i++) {
      double d = turn * determinant(at[i], at[(i + 1) % 3], p);
      if (Math.abs(d) < DOUBT) {
        return 0;
      }
      inside = d < 0 ? -1 : inside;
    }
    return inside;
  }

  private static int compared(double distance, double limit) {
    return Math.abs(distance - limit) < DOUBT ? 0 : distance < limit ? 1 : -1;
  }

  @Test
  void indexesAndFormulasAgree() {
    try (DriverServer server = DriverServer.inMemory(options -> options)) {
      MongoDatabase database = server.database();
      MongoCollection<Document> indexed = database.getCollection("indexed");
      MongoCollection<Document> plain = database.getCollection("plain");
      boolean early = random.nextBoolean();
      for (MongoCollection<Document> each : List.of(indexed, plain)) {
        each.createIndex(
            new Document("_ts", 1),
            new com.mongodb.client.model.IndexOptions()
                .expireAfter(1_000_000L, java.util.concurrent.TimeUnit.SECONDS));
      }
      if (early) {
        index(indexed);
      }
      for (int round = 0; round < Rounds.of(4, 40); round++) {
        write(server, List.of(indexed, plain));
        if (round == 1 && !early) {
          index(indexed);
        }
        for (int i = 0; i < 12; i++) {
          compare(indexed, plain);
        }
        if (early || round > 0) {
          for (int i = 0; i < 6; i++) {
            near(indexed);
          }
        }
        server.clock().advance(random.nextInt(4));
        long now = server.clock().epochSecond();
        points.values().removeIf(each -> each[2] <= now);
      }
      List<String> problems = new ArrayList<>();
      new Verifier(server.storage(), new FilterItemFilters())
          .check(problem -> problems.add(problem.toString()));
      assertThat(problems).isEmpty();
    }
  }

  private static void index(MongoCollection<Document> collection) {
    collection.createIndex(new Document("at", "2dsphere"));
    collection.createIndex(new Document("kind", 1).append("at", "2dsphere"));
    collection.createIndex(new Document("shape", "2dsphere"));
    collection.createIndex(new Document("xy", "2d"));
  }

  private void write(DriverServer server, List<MongoCollection<Document>> all) {
    for (int i = 0; i < 60; i++) {
      int id = random.nextInt(150);
      Document key = new Document("_id", id);
      if (random.nextInt(6) == 0) {
        all.forEach(each -> each.deleteOne(key));
        points.remove(id);
        continue;
      }
      double[] place = place();
      int ttl = 1 + random.nextInt(20);
      Object at = random.nextBoolean() ? list(place) : geoJson("Point", list(place));
      Document document =
          new Document("_id", id)
              .append("at", at)
              .append("xy", list(place))
              .append("kind", id % 3)
              .append("ttl", ttl);
      if (random.nextInt(3) == 0) {
        document.append("shape", shape());
      }
      all.forEach(
          each ->
              each.replaceOne(
                  key, document, new com.mongodb.client.model.ReplaceOptions().upsert(true)));
      points.put(id, new double[] {place[0], place[1], server.clock().epochSecond() + ttl});
    }
  }

  private static TreeSet<Integer> ids(MongoCollection<Document> collection, Document filter) {
    List<Integer> ids = new ArrayList<>();
    collection.find(filter).forEach(each -> ids.add(each.getInteger("_id")));
    TreeSet<Integer> once = new TreeSet<>(ids);
    assertThat(ids).as("none twice: " + filter).hasSize(once.size());
    return once;
  }

  private static Document within(String name, Object shape) {
    return new Document("$geoWithin", new Document(name, shape));
  }

  private static Document intersects(Document geometry) {
    return new Document("$geoIntersects", new Document("$geometry", geometry));
  }

  private void compare(MongoCollection<Document> indexed, MongoCollection<Document> plain) {
    double[] center = place();
    double radius = random.nextDouble() * (random.nextBoolean() ? 0.05 : 2);
    double[][] corners = triangle();
    switch (random.nextInt(6)) {
      case 0 ->
          agree(
              indexed,
              plain,
              new Document("at", within("$centerSphere", List.of(list(center), radius))),
              (id, place) -> compared(angle(center, place), radius) > 0,
              place -> compared(angle(center, place), radius) == 0);
      case 1 ->
          agree(
              indexed,
              plain,
              new Document("at", intersects(polygon(corners))).append("kind", 1),
              (id, place) -> id % 3 == 1 && side(corners, place) > 0,
              place -> side(corners, place) == 0);
      case 2 ->
          agree(
              indexed,
              plain,
              new Document("at", within("$geometry", polygon(corners))),
              (id, place) -> side(corners, place) > 0,
              place -> side(corners, place) == 0);
      case 3 -> {
        double[] other = place();
        agree(
            indexed,
            plain,
            new Document("xy", within("$box", List.of(list(center), list(other)))),
            (id, place) ->
                (place[0] - center[0]) * (place[0] - other[0]) <= 0
                    && (place[1] - center[1]) * (place[1] - other[1]) <= 0,
            place -> false);
      }
      case 4 ->
          agree(
              indexed,
              plain,
              new Document("xy", within("$center", List.of(list(center), radius * 50))),
              (id, place) -> flat(center, place) <= radius * 50,
              place -> Math.abs(flat(center, place) - radius * 50) < DOUBT);
      default -> {
        Document filter =
            new Document(
                "shape",
                random.nextBoolean()
                    ? intersects(polygon(corners))
                    : within("$centerSphere", List.of(list(center), radius)));
        assertThat(ids(indexed, filter)).as(filter.toJson()).isEqualTo(ids(plain, filter));
      }
    }
  }

  private static double flat(double[] one, double[] other) {
    return Math.hypot(one[0] - other[0], one[1] - other[1]);
  }

  private void agree(
      MongoCollection<Document> indexed,
      MongoCollection<Document> plain,
      Document filter,
      BiPredicate<Integer, double[]> inside,
      java.util.function.Predicate<double[]> doubtful) {
    TreeSet<Integer> found = ids(indexed, filter);
    assertThat(found).as(filter.toJson()).isEqualTo(ids(plain, filter));
    points.forEach(
        (id, place) -> {
          if (!doubtful.test(place)) {
            assertThat(found.contains(id))
                .as(id + " at " + place[0] + " " + place[1] + " by " + filter.toJson())
                .isEqualTo(inside.test(id, place));
          }
        });
    assertThat(points.keySet()).containsAll(found);
  }

  private void near(MongoCollection<Document> indexed) {
    double[] center = place();
    boolean plane = random.nextBoolean();
    double reach = random.nextDouble() * (plane ? 200 : 3.2);
    boolean kind = !plane && random.nextBoolean();
    Document filter =
        new Document(
            plane ? "xy" : "at",
            new Document(plane ? "$near" : "$nearSphere", list(center))
                .append("$maxDistance", reach));
    if (kind) {
      filter.append("kind", 2);
    }
    Map<Integer, Double> distances = new HashMap<>();
    points.forEach(
        (id, place) -> {
          double distance = plane ? flat(center, place) : angle(center, place);
          if ((!kind || id % 3 == 2) && distance <= reach) {
            distances.put(id, distance);
          }
        });
    List<Integer> found = new ArrayList<>();
    indexed
        .find(filter)
        .batchSize(2 + random.nextInt(20))
        .forEach(each -> found.add(each.getInteger("_id")));
    boolean doubt =
        points.values().stream()
            .anyMatch(
                each ->
                    Math.abs((plane ? flat(center, each) : angle(center, each)) - reach) < DOUBT);
    if (doubt) {
      return;
    }
    List<Integer> expected = new ArrayList<>(distances.keySet());
    expected.sort(Comparator.comparing(distances::get));
    assertThat(found).as(filter.toJson()).containsExactlyInAnyOrderElementsOf(expected);
    for (int i = 1; i < found.size(); i++) {
      assertThat(distances.get(found.get(i)))
          .as(filter.toJson())
          .isGreaterThanOrEqualTo(distances.get(found.get(i - 1)) - DOUBT);
    }
  }
}
