package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.Stage;
import java.util.ArrayList;
import java.util.List;

/** Combines adjacent stages without changing the result. */
final class PipelineOptimizer {
  private PipelineOptimizer() {}

  static List<Stage> fuse(List<Stage> stages) {
    List<Stage> fused = new ArrayList<>();
    for (Stage stage : stages) {
      add(stage, fused);
    }
    bound(fused);
    return List.copyOf(fused);
  }

  private static void add(Stage stage, List<Stage> fused) {
    if (stage instanceof MatchStage match && match.matchesAll()) {
      return;
    }
    int last = fused.size() - 1;
    Stage before = last < 0 ? null : fused.get(last);
    if (stage instanceof LimitStage limit && before instanceof LimitStage other) {
      fused.set(last, limit.count() < other.count() ? limit : other);
    } else if (stage instanceof SkipStage skip && before instanceof SkipStage other) {
      fused.set(last, skip.after(other));
    } else {
      fused.add(stage);
    }
  }

  /** A sort before a limit keeps only the top documents, including those skipped in between. */
  private static void bound(List<Stage> stages) {
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i) instanceof SortStage sort) {
        stages.set(i, sort.atMost(limitOf(stages, i + 1)));
      }
    }
  }

  private static long limitOf(List<Stage> stages, int from) {
    long skipped = 0;
    for (int i = from; i < stages.size(); i++) {
      if (stages.get(i) instanceof SkipStage skip) {
        skipped = SkipStage.sum(skipped, skip.count());
      } else {
        return stages.get(i) instanceof LimitStage limit
            ? SkipStage.sum(skipped, limit.count())
            : Long.MAX_VALUE;
      }
    }
    return Long.MAX_VALUE;
  }
}
