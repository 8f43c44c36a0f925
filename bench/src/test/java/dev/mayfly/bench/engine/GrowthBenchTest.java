package dev.mayfly.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.bench.measure.Collector;
import dev.mayfly.bench.measure.Figure;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Series;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthBenchTest {
  @Test
  void everyOperationIsMeasuredInEachStore() throws Exception {
    List<Figure> figures = new ArrayList<>();
    List<Series> series = new ArrayList<>();
    Collector collector =
        new Collector() {
          @Override
          public void figure(Figure figure) {
            figures.add(figure);
          }

          @Override
          public void series(Series each) {
            series.add(each);
          }

          @Override
          public void version(String peer, String version) {}

          @Override
          public void leftOut(String what, String why) {}
        };
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    try (Scratch scratch = Scratch.create()) {
      GrowthBench.run(
          scratch,
          new Report(nowhere, nowhere, collector),
          new GrowthScale(new int[] {100, 1000}, 3, 20, 10));
    }
    assertThat(figures.stream().map(Figure::name))
        .containsExactly(
            "growth-read",
            "growth-query",
            "growth-write",
            "growth-purge",
            "growth-count",
            "growth-policy-change",
            "growth-backup",
            "growth-start");
    assertThat(figures).allSatisfy(each -> assertThat(each.rounds().rounds()).hasSize(3));
    assertThat(series).hasSize(2);
    assertThat(series)
        .allSatisfy(
            each ->
                assertThat(each.lines().values()).allSatisfy(line -> assertThat(line).hasSize(2)));
    assertThat(series.get(1).lines()).containsKey("scan");
  }
}
