package dev.mayfly.bench.chart;

import dev.mayfly.bench.measure.Figure;
import java.util.List;
import java.util.Locale;

/**
 * Figures as shares of their goals, one row each: right of the line is reached. The bar goes from
 * the worst to the best round.
 */
public final class GoalChart {
  private static final int LABEL = 290;
  private static final int WIDTH = 330;
  private static final int RIGHT = 180;
  private static final int TOP = 62;
  private static final int ROW = 20;
  private static final int BOTTOM = 14;
  private static final double SPAN = 10;

  private GoalChart() {}

  /** The text of an SVG file. */
  public static String draw(String title, List<Figure> figures) {
    int height = TOP + ROW * figures.size() + BOTTOM;
    Svg svg = new Svg(LABEL + WIDTH + RIGHT, height, title);
    svg.text("title ink", "start", 16, 23, title);
    Axis axis = new Axis(1 / SPAN, SPAN, true, WIDTH);
    for (double tick : List.of(0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)) {
      double x = LABEL + axis.at(tick);
      svg.line(tick == 1 ? "goal" : "grid", x, TOP - 8, x, height - BOTTOM);
      String label = tick == 1 ? "goal" : Axis.label(tick) + " x";
      svg.text("small faint", "middle", x, TOP - 14, label);
    }
    for (int i = 0; i < figures.size(); i++) {
      row(svg, axis, figures.get(i), TOP + i * ROW + ROW / 2.0);
    }
    return svg.finish();
  }

  private static void row(Svg svg, Axis axis, Figure figure, double y) {
    String classes = figure.reached() ? "ok" : "short";
    svg.text("ink", "end", LABEL - 12, y + 4, figure.name());
    double one = axis.at(figure.goal().share(figure.rounds().min()));
    double other = axis.at(figure.goal().share(figure.rounds().max()));
    svg.line(classes, LABEL + Math.min(one, other), y, LABEL + Math.max(one, other), y);
    double at = LABEL + axis.at(figure.goal().share(figure.value()));
    svg.dot(classes, at, y);
    String unit = figure.unit().equals(Figure.RATIO) ? "" : " " + figure.unit();
    svg.text(
        "small faint",
        "start",
        LABEL + WIDTH + 12,
        y + 4,
        String.format(Locale.ROOT, "%.2f%s, goal %s", figure.value(), unit, figure.goal()));
  }
}
