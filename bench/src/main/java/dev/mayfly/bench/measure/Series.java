package dev.mayfly.bench.measure;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Data of one panel of a chart: lines over one axis.
 *
 * @param chart which chart it belongs to; panels of one chart stand beside each other
 * @param logarithmic whether both axes are
 * @param lines by their labels
 */
public record Series(
    String chart,
    String title,
    String xAxis,
    String yAxis,
    boolean logarithmic,
    Map<String, List<Point>> lines) {
  /** A place on a line. */
  public record Point(double x, double y) {}

  public Series {
    requireNonNull(chart, "chart");
    requireNonNull(title, "title");
    requireNonNull(xAxis, "xAxis");
    requireNonNull(yAxis, "yAxis");
    lines = new LinkedHashMap<>(lines);
  }

  public BsonDocument toBson() {
    BsonDocument drawn = new BsonDocument();
    lines.forEach(
        (label, points) -> {
          BsonArray array = new BsonArray();
          points.forEach(
              point ->
                  array.add(
                      new BsonArray(List.of(Numbers.bson(point.x()), Numbers.bson(point.y())))));
          drawn.append(label, array);
        });
    return new BsonDocument("chart", new BsonString(chart))
        .append("title", new BsonString(title))
        .append("xAxis", new BsonString(xAxis))
        .append("yAxis", new BsonString(yAxis))
        .append("logarithmic", BsonBoolean.valueOf(logarithmic))
        .append("lines", drawn);
  }

  public static Series of(BsonDocument bson) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    bson.getDocument("lines")
        .forEach(
            (label, points) -> {
              List<Point> line = new ArrayList<>();
              for (BsonValue point : points.asArray()) {
                line.add(
                    new Point(
                        point.asArray().get(0).asNumber().doubleValue(),
                        point.asArray().get(1).asNumber().doubleValue()));
              }
              lines.put(label, line);
            });
    return new Series(
        bson.getString("chart").getValue(),
        bson.getString("title").getValue(),
        bson.getString("xAxis").getValue(),
        bson.getString("yAxis").getValue(),
        bson.getBoolean("logarithmic").getValue(),
        lines);
  }
}
