package dev.mayfly.bench.chart;

import java.util.Locale;

/** Writes an SVG file. Colours are classes, which a style sheet sets for light and dark pages. */
final class Svg {
  /** How many colours lines can have. */
  static final int COLOURS = 6;

  private static final String STYLE =
      """
      text { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 12px; }
      .title { font-size: 15px; font-weight: 600; }
      .small { font-size: 11px; }
      .line { fill: none; stroke-width: 2; }
      .fitted { stroke-dasharray: 5 3; stroke-width: 1.5; }
      .page { fill: #ffffff; }
      .ink { fill: #1f2328; }
      .faint { fill: #59636e; }
      .grid { stroke: #d1d9e0; }
      .axis { stroke: #59636e; }
      .goal { stroke: #1f2328; stroke-width: 1.5; }
      .ok { fill: #1a7f37; stroke: #1a7f37; }
      .short { fill: #cf222e; stroke: #cf222e; }
      .c0 { stroke: #0969da; } .c1 { stroke: #bc4c00; } .c2 { stroke: #1a7f37; }
      .c3 { stroke: #8250df; } .c4 { stroke: #9a6700; } .c5 { stroke: #bf3989; }
      @media (prefers-color-scheme: dark) {
        .page { fill: #0d1117; }
        .ink { fill: #f0f6fc; }
        .faint { fill: #9198a1; }
        .grid { stroke: #3d444d; }
        .axis { stroke: #9198a1; }
        .goal { stroke: #f0f6fc; }
        .ok { fill: #3fb950; stroke: #3fb950; }
        .short { fill: #f85149; stroke: #f85149; }
        .c0 { stroke: #4493f8; } .c1 { stroke: #f0883e; } .c2 { stroke: #3fb950; }
        .c3 { stroke: #ab7df8; } .c4 { stroke: #d29922; } .c5 { stroke: #db61a2; }
      }
      """;

  private final StringBuilder text = new StringBuilder();

  Svg(int width, int height, String title) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
            + " height=\"%d\" role=\"img\">",
        width, height, width, height);
    add("<title>%s</title>", escape(title));
    text.append("<style>\n").append(STYLE).append("</style>\n");
    add("<rect class=\"page\" width=\"%d\" height=\"%d\"/>", width, height);
  }

  void line(String classes, double x1, double y1, double x2, double y2) {
    add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        classes, x1, y1, x2, y2);
  }

  /**
   * @param points pairs of numbers with blanks between them
   */
  void path(String classes, String points) {
    add("<polyline class=\"%s\" points=\"%s\"/>", classes, points.strip());
  }

  void dot(String classes, double x, double y) {
    add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>", classes, x, y);
  }

  /**
   * @param anchor start, middle or end
   */
  void text(String classes, String anchor, double x, double y, String words) {
    add(
        "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
        classes, anchor, x, y, escape(words));
  }

  /** The whole file. */
  String finish() {
    return text + "</svg>\n";
  }

  private void add(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String escape(String words) {
    return words
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
