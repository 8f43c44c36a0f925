package dev.mayfly.bench.chart;

import dev.mayfly.bench.measure.Series;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Panels with lines, two beside each other. */
public final class LineChart {
  /** A line whose label ends so is drawn dashed and without dots: it was computed. */
  public static final String FITTED = " (fitted)";

  private static final int WIDTH = 380;
  private static final int HEIGHT = 190;
  private static final int LEFT = 62;
  private static final int TOP = 42;
  private static final int BOTTOM = 40;
  private static final int TITLE = 34;
  private static final int RIGHT = 24;
  private static final int COLUMNS = 2;
  private static final int DOTS_MAX = 12;
  private static final int LEGEND_CHARACTER = 6;

  private final Svg svg;

  private LineChart(Svg svg) {
    this.svg = svg;
  }

  /** The text of an SVG file. */
  public static String draw(String title, List<Series> panels) {
    int columns = Math.min(COLUMNS, panels.size());
    int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
    Svg svg =
        new Svg(
            Math.max(1, columns) * (LEFT + WIDTH + RIGHT),
            TITLE + rows * (TOP + HEIGHT + BOTTOM),
            title);
    svg.text("title ink", "start", 16, 23, title);
    LineChart chart = new LineChart(svg);
    for (int i = 0; i < panels.size(); i++) {
      chart.panel(
          panels.get(i),
          i % COLUMNS * (LEFT + WIDTH + RIGHT) + LEFT,
          TITLE + i / COLUMNS * (TOP + HEIGHT + BOTTOM) + TOP);
    }
    return svg.finish();
  }

  private void panel(Series series, double left, double top) {
    svg.text("ink", "start", left, top - 24, series.title() + ", " + series.yAxis());
    Axis x = axis(series, true, WIDTH);
    Axis y = axis(series, false, HEIGHT);
    for (double tick : y.ticks()) {
      double at = top + HEIGHT - y.at(tick);
      svg.line("grid", left, at, left + WIDTH, at);
      svg.text("small faint", "end", left - 6, at + 4, Axis.label(tick));
    }
    for (double tick : x.ticks()) {
      double at = left + x.at(tick);
      svg.line("axis", at, top + HEIGHT, at, top + HEIGHT + 4);
      svg.text("small faint", "middle", at, top + HEIGHT + 17, Axis.label(tick));
    }
    svg.line("axis", left, top + HEIGHT, left + WIDTH, top + HEIGHT);
    svg.text("small faint", "middle", left + WIDTH / 2.0, top + HEIGHT + 32, series.xAxis());
    int colour = 0;
    double legend = left;
    for (Map.Entry<String, List<Series.Point>> line : series.lines().entrySet()) {
      boolean fitted = line.getKey().endsWith(FITTED);
      String classes =
          "line c" + (fitted ? Math.max(0, colour - 1) : colour) + (fitted ? " fitted" : "");
      StringBuilder points = new StringBuilder();
      for (Series.Point point : line.getValue()) {
        double px = left + x.at(point.x());
        double py = top + HEIGHT - y.at(point.y());
        points.append(String.format(Locale.ROOT, "%.1f,%.1f ", px, py));
        if (!fitted && line.getValue().size() <= DOTS_MAX) {
          svg.dot(classes, px, py);
        }
      }
      svg.path(classes, points.toString());
      if (series.lines().size() > 1 && !fitted) {
        svg.line(classes, legend, top - 10, legend + 14, top - 10);
        svg.text("small faint", "start", legend + 18, top - 6, line.getKey());
        legend += 30 + LEGEND_CHARACTER * line.getKey().length();
      }
      colour = fitted ? colour : (colour + 1) % Svg.COLOURS;
    }
  }

  private static Axis axis(Series series, boolean horizontal, double length) {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (List<Series.Point> line : series.lines().values()) {
      for (Series.Point point : line) {
        double value = horizontal ? point.x() : point.y();
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    return series.logarithmic()
        ? Axis.logarithmic(least, most, length)
        : horizontal ? new Axis(0, most > 0 ? most : 1, false, length) : Axis.linear(most, length);
  }
}
