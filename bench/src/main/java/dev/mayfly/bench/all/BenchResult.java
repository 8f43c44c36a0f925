package dev.mayfly.bench.all;

import static java.util.Objects.requireNonNull;

import dev.mayfly.bench.measure.Collector;
import dev.mayfly.bench.measure.Figure;
import dev.mayfly.bench.measure.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What one benchmark found out, and whether it came to its end. */
final class BenchResult implements Collector {
  private final String name;
  private final String title;
  private final String about;
  private final List<Figure> figures = new ArrayList<>();
  private final List<Series> series = new ArrayList<>();
  private final Map<String, String> versions = new TreeMap<>();
  private final Map<String, String> leftOut = new TreeMap<>();
  private double seconds;
  private String broken = "";

  BenchResult(String name, String title, String about) {
    this.name = requireNonNull(name, "name");
    this.title = requireNonNull(title, "title");
    this.about = requireNonNull(about, "about");
  }

  /**
   * @param why it did not come to its end; empty if it did
   */
  void ended(double tookSeconds, String why) {
    seconds = tookSeconds;
    broken = requireNonNull(why, "why");
  }

  @Override
  public void figure(Figure figure) {
    figures.add(figure);
  }

  @Override
  public void series(Series each) {
    series.add(each);
  }

  @Override
  public void version(String peer, String version) {
    versions.put(peer, version);
  }

  @Override
  public void leftOut(String what, String why) {
    leftOut.put(what, why);
  }

  String name() {
    return name;
  }

  String title() {
    return title;
  }

  String about() {
    return about;
  }

  double seconds() {
    return seconds;
  }

  boolean isBroken() {
    return !broken.isEmpty();
  }

  String broken() {
    return broken;
  }

  List<Figure> figures() {
    return List.copyOf(figures);
  }

  List<Series> series() {
    return List.copyOf(series);
  }

  Map<String, String> versions() {
    return Map.copyOf(versions);
  }

  Map<String, String> leftOut() {
    return Map.copyOf(leftOut);
  }

  List<String> shortOfGoal() {
    return figures.stream().filter(each -> !each.reached()).map(Figure::name).toList();
  }

  BsonDocument toBson() {
    return new BsonDocument("name", new BsonString(name))
        .append("title", new BsonString(title))
        .append("about", new BsonString(about))
        .append("seconds", new BsonDouble(Math.round(seconds * 10) / 10.0))
        .append("broken", new BsonString(broken))
        .append("versions", map(versions))
        .append("leftOut", map(leftOut))
        .append("figures", new BsonArray(figures.stream().map(Figure::toBson).toList()))
        .append("series", new BsonArray(series.stream().map(Series::toBson).toList()));
  }

  static BenchResult of(BsonDocument bson) {
    BenchResult result =
        new BenchResult(
            bson.getString("name").getValue(),
            bson.getString("title").getValue(),
            bson.getString("about").getValue());
    result.ended(bson.getNumber("seconds").doubleValue(), bson.getString("broken").getValue());
    bson.getDocument("versions")
        .forEach((peer, version) -> result.version(peer, version.asString().getValue()));
    bson.getDocument("leftOut")
        .forEach((what, why) -> result.leftOut(what, why.asString().getValue()));
    for (BsonValue figure : bson.getArray("figures")) {
      result.figure(Figure.of(figure.asDocument()));
    }
    for (BsonValue each : bson.getArray("series")) {
      result.series(Series.of(each.asDocument()));
    }
    return result;
  }

  private static BsonDocument map(Map<String, String> values) {
    BsonDocument bson = new BsonDocument();
    values.forEach((key, value) -> bson.append(key, new BsonString(value)));
    return bson;
  }
}
