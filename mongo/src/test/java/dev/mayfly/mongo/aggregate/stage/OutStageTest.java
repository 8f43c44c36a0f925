package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import dev.mayfly.mongo.namespace.Namespace;
import org.junit.jupiter.api.Test;

class OutStageTest {
  private static MemoryContext run(String pipeline, String input) {
    MemoryContext context = new MemoryContext();
    context.collection("o").addAll(Pipelines.documents("[{_id: 0}]"));
    assertThat(Pipelines.run(pipeline, Pipelines.documents(input), context)).isEmpty();
    return context;
  }

  @Test
  void theCollectionIsReplaced() {
    assertThat(run("[{$out: 'o'}]", "[{_id: 1}, {_id: 2}]").collection("o"))
        .isEqualTo(Pipelines.documents("[{_id: 1}, {_id: 2}]"));
    assertThat(run("[{$match: {a: 1}}, {$out: 'o'}]", "[]").collection("o")).isEmpty();
  }

  @Test
  void anotherDatabaseCanBeNamed() {
    assertThat(
            run("[{$out: {db: 'x', coll: 'y'}}]", "[{_id: 1}]")
                .collections
                .get(new Namespace("x", "y")))
        .isEqualTo(Pipelines.documents("[{_id: 1}]"));
  }

  @Test
  void aMissingIdIsMade() {
    assertThat(run("[{$project: {_id: 0, a: 1}}, {$out: 'o'}]", "[{_id: 1, a: 2}]").collection("o"))
        .singleElement()
        .satisfies(document -> assertThat(document.keySet()).containsExactly("_id", "a"));
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$out: 1}]", 16990, "$out only supports a string or object argument, but found int");
    refuse("[{$out: 'x'}, {$limit: 1}]", 40601, "$out can only be the final stage in the pipeline");
    refuse("[{$out: 'system.x'}]", 17385, "Can't $out to special collection: system.x");
  }
}
