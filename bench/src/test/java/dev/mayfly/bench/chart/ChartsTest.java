package dev.mayfly.bench.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.bench.measure.Figure;
import dev.mayfly.bench.measure.Goal;
import dev.mayfly.bench.measure.Series;
import dev.mayfly.bench.measure.Spread;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ChartsTest {
  private static final String AWKWARD = "a \"name\" with < & > in it";

  @Test
  void aFigureIsRightOfTheLineIfItsGoalIsReached() throws Exception {
    Document svg =
        parse(
            GoalChart.draw(
                AWKWARD,
                List.of(
                    figure(AWKWARD, Goal.Kind.AT_LEAST, 2), figure("b", Goal.Kind.AT_MOST, 2))));
    Element goal = element(svg, "line", "goal");
    assertThat(x(element(svg, "circle", "ok"), "cx")).isGreaterThan(x(goal, "x1"));
    assertThat(x(element(svg, "circle", "short"), "cx")).isLessThan(x(goal, "x1"));
    assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo(AWKWARD);
  }

  @Test
  void linesStayInTheirPanels() throws Exception {
    List<Series.Point> points =
        List.of(new Series.Point(0, 0), new Series.Point(50, 7), new Series.Point(100, 3));
    List<Series.Point> large =
        List.of(new Series.Point(10_000, 12), new Series.Point(10_000_000, 90_000));
    Document svg =
        parse(
            LineChart.draw(
                AWKWARD,
                List.of(
                    new Series("c", AWKWARD, "s", "ms", false, Map.of("p50", points)),
                    new Series("c", "log", "items", "us", true, Map.of("read", large)))));
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(5);
    double width = x(svg.getDocumentElement(), "width");
    for (int i = 0; i < 5; i++) {
      Element dot = (Element) svg.getElementsByTagName("circle").item(i);
      assertThat(x(dot, "cx")).isBetween(0.0, width);
    }
  }

  @Test
  void bothPagesHaveColours() {
    String svg = LineChart.draw("empty", List.of());
    assertThat(svg).contains("prefers-color-scheme: dark", ".page { fill: #ffffff; }");
  }

  @Test
  void numbersAreShort() {
    assertThat(Axis.label(10_000_000)).isEqualTo("10 M");
    assertThat(Axis.label(250_000)).isEqualTo("250 k");
    assertThat(Axis.label(0.25)).isEqualTo("0.25");
    assertThat(Axis.label(7)).isEqualTo("7");
    assertThat(Axis.label(100)).isEqualTo("100");
  }

  @Test
  void axesBeginAndEndAtRoundNumbers() {
    assertThat(Axis.linear(73, 100).to()).isEqualTo(80);
    assertThat(Axis.logarithmic(12, 90_000, 100).ticks())
        .containsExactly(10.0, 100.0, 1000.0, 10_000.0, 100_000.0);
  }

  private static Figure figure(String name, Goal.Kind kind, double value) {
    Spread spread = new Spread(List.of(value * 0.9, value, value * 1.1));
    Goal goal = new Goal(kind, 1);
    return new Figure(name, value, Figure.RATIO, "peer", spread, goal, goal.isReachedBy(value), "");
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static Element element(Document svg, String tag, String classes) {
    for (int i = 0; i < svg.getElementsByTagName(tag).getLength(); i++) {
      Element element = (Element) svg.getElementsByTagName(tag).item(i);
      if (element.getAttribute("class").equals(classes)) {
        return element;
      }
    }
    throw new AssertionError("There is no " + tag + " of the class " + classes);
  }

  private static double x(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }
}
