package dev.mayfly.bench.soak;

import java.util.List;
import java.util.Locale;

/** Draws what was measured, one panel for each trait, as a picture for the documentation. */
final class Chart {
  private static final int WIDTH = 420;
  private static final int HEIGHT = 150;
  private static final int MARGIN = 50;
  private static final int COLUMNS = 2;
  private static final int TITLE = 40;

  private final List<Sample> samples;
  private final double end;

  private Chart(List<Sample> samples) {
    this.samples = samples;
    this.end = samples.get(samples.size() - 1).seconds();
  }

  /** The text of an SVG file. */
  static String svg(String title, List<Sample> samples) {
    return new Chart(samples).draw(title);
  }

  private String draw(String title) {
    Trait[] traits = Trait.values();
    int rows = (traits.length + COLUMNS - 1) / COLUMNS;
    int width = COLUMNS * (WIDTH + MARGIN) + MARGIN;
    int height = TITLE + rows * (HEIGHT + MARGIN);
    StringBuilder svg = new StringBuilder();
    line(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " font-family=\"sans-serif\" font-size=\"11\">",
        width,
        height,
        width,
        height);
    line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
    line(svg, "<text x=\"%d\" y=\"20\" font-size=\"14\">%s</text>", MARGIN, title);
    for (int i = 0; i < traits.length; i++) {
      int x = MARGIN + i % COLUMNS * (WIDTH + MARGIN);
      int y = TITLE + i / COLUMNS * (HEIGHT + MARGIN);
      line(svg, "<g transform=\"translate(%d %d)\">", x, y);
      panel(svg, traits[i]);
      line(svg, "</g>");
    }
    line(svg, "</svg>");
    return svg.toString();
  }

  private void panel(StringBuilder svg, Trait trait) {
    double max = samples.stream().mapToDouble(trait::value).max().orElseThrow();
    double top = max > 0 ? max * 1.25 : 1;
    line(svg, "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>", WIDTH, HEIGHT);
    String unit = trait.unitName().isEmpty() ? "" : ", " + trait.unitName();
    line(svg, "<text x=\"6\" y=\"14\">%s%s</text>", trait.label(), unit);
    line(svg, "<text x=\"-4\" y=\"10\" text-anchor=\"end\">%.0f</text>", top);
    line(svg, "<text x=\"-4\" y=\"%d\" text-anchor=\"end\">0</text>", HEIGHT);
    line(
        svg,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f min</text>",
        WIDTH,
        HEIGHT + 14,
        end / 60);
    StringBuilder points = new StringBuilder();
    for (Sample sample : samples) {
      points.append(point(sample.seconds(), trait.value(sample), top)).append(' ');
    }
    line(
        svg,
        "<polyline points=\"%s\" fill=\"none\" stroke=\"#1f77b4\"/>",
        points.toString().strip());
    Line fitted = trait.line(samples);
    double from = samples.get(samples.size() / 4).seconds();
    line(
        svg,
        "<polyline points=\"%s %s\" fill=\"none\" stroke=\"#d62728\" stroke-dasharray=\"5 3\"/>",
        point(from, fitted.at(from), top),
        point(end, fitted.at(end), top));
  }

  private String point(double seconds, double value, double top) {
    return String.format(
        Locale.ROOT, "%.1f,%.1f", seconds / end * WIDTH, HEIGHT - value / top * HEIGHT);
  }

  private static void line(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
