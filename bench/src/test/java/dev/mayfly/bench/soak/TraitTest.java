package dev.mayfly.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.bench.chart.LineChart;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class TraitTest {
  @Test
  void whatStaysIsFlatHoweverItBegan() {
    List<Sample> samples =
        IntStream.range(0, 40)
            .mapToObj(i -> sample(i, i < 10 ? i * 1000 : 20_000 + i % 3))
            .toList();
    for (Trait trait : Trait.values()) {
      assertThat(trait.growth(samples)).as(trait.label()).isBetween(0.99, 1.01);
    }
  }

  @Test
  void whatGrowsIsSeen() {
    List<Sample> samples =
        IntStream.range(0, 40).mapToObj(i -> sample(i, 100_000_000L + i * 10_000_000)).toList();
    for (Trait trait : Trait.values()) {
      assertThat(trait.growth(samples)).as(trait.label()).isGreaterThan(trait.growthMax());
    }
  }

  @Test
  void aLittleIsNoGrowthWhereALittleIsNothing() {
    List<Sample> samples = IntStream.range(0, 8).mapToObj(i -> sample(i, i < 4 ? 0 : 10)).toList();
    assertThat(Trait.BACKLOG.growth(samples)).isLessThan(1.1);
    assertThat(Trait.HEAP.growth(samples)).isLessThan(1.1);
  }

  @Test
  void aFewOutliersAreNoGrowth() {
    List<Sample> samples =
        IntStream.range(0, 40).mapToObj(i -> sample(i, i > 35 ? 500_000_000 : 50_000_000)).toList();
    for (Trait trait : Trait.values()) {
      assertThat(trait.growth(samples)).as(trait.label()).isBetween(0.99, 1.01);
    }
  }

  @Test
  void theLineGoesThroughThePoints() {
    Line line = Line.through(List.of(0.0, 10.0, 20.0, 30.0), List.of(5.0, 7.0, 9.0, 11.0));
    assertThat(line.slope()).isEqualTo(0.2);
    assertThat(line.at(40)).isEqualTo(13);
  }

  @Test
  void theChartHasAPanelForEachTrait() throws Exception {
    List<Sample> samples = IntStream.range(0, 40).mapToObj(i -> sample(i, 20_000 + i)).toList();
    String svg = LineChart.draw("a soak", Panels.of("a soak", samples, true));
    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(parsed.getElementsByTagName("polyline").getLength())
        .as("latencies, requests, and each trait with its line")
        .isEqualTo(3 + 1 + 2 * Trait.values().length);
    for (Trait trait : Trait.values()) {
      assertThat(svg).contains(">" + trait.label());
    }
  }

  private static Sample sample(int number, long value) {
    return new Sample(number * 10, value, value, value, value, value, value, value, 1, 1, 1, 1);
  }
}
