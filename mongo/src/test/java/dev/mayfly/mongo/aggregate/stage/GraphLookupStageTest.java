package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import org.junit.jupiter.api.Test;

class GraphLookupStageTest {
  private static MemoryContext people() {
    MemoryContext context = new MemoryContext();
    context
        .collection("f")
        .addAll(
            Pipelines.stored(
                Pipelines.documents(
                    "[{_id: 1, boss: null}, {_id: 2, boss: 1}, {_id: 3, boss: 2},"
                        + " {_id: 4, boss: 4}]")));
    return context;
  }

  private static String graph(String more) {
    return "[{$graphLookup: {from: 'f', startWith: '$a', connectFromField: 'boss',"
        + " connectToField: '_id', as: 'r'"
        + more
        + "}}]";
  }

  @Test
  void whatCanBeReachedIsFound() {
    expect(
        graph(", depthField: 'd'"),
        "[{a: 3}, {a: 9}, {}]",
        "[{a: 3, r: [{_id: 3, boss: 2, d: {$numberLong: '0'}},"
            + " {_id: 2, boss: 1, d: {$numberLong: '1'}},"
            + " {_id: 1, boss: null, d: {$numberLong: '2'}}]}, {a: 9, r: []}, {r: []}]",
        people());
  }

  @Test
  void circlesEnd() {
    expect(graph(""), "[{a: 4}]", "[{a: 4, r: [{_id: 4, boss: 4}]}]", people());
  }

  @Test
  void theDepthCanBeBounded() {
    expect(graph(", maxDepth: 0"), "[{a: 3}]", "[{a: 3, r: [{_id: 3, boss: 2}]}]", people());
  }

  @Test
  void theSearchCanBeRestricted() {
    expect(
        graph(", restrictSearchWithMatch: {boss: {$gt: 1}}"),
        "[{a: [3, 4]}]",
        "[{a: [3, 4], r: [{_id: 3, boss: 2}, {_id: 4, boss: 4}]}]",
        people());
  }

  @Test
  void nullConnectsToNullAndNotToMissingFields() {
    MemoryContext context = new MemoryContext();
    context
        .collection("f")
        .addAll(
            Pipelines.stored(
                Pipelines.documents(
                    "[{_id: 1, to: 5, from: null}, {_id: 2, to: null}, {_id: 3}]")));
    String stages =
        "[{$graphLookup: {from: 'f', startWith: %s, connectFromField: 'from',"
            + " connectToField: 'to', as: 'r'}}]";
    expect(
        stages.formatted("5"),
        "[{}]",
        "[{r: [{_id: 1, to: 5, from: null}, {_id: 2, to: null}]}]",
        context);
    expect(stages.formatted("null"), "[{}]", "[{r: [{_id: 2, to: null}]}]", context);
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$graphLookup: 1}]",
        40327,
        "the $graphLookup stage specification must be an object, but found int");
    refuse(
        "[{$graphLookup: {from: 'f'}}]",
        40105,
        "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and"
            + " 'connectToField' to be specified.");
    refuse(graph(", maxDepth: -1"), 40101, "maxDepth requires a nonnegative argument, found: -1");
    refuse(graph(", maxDepth: 'x'"), 40100, "maxDepth must be numeric, found type: string");
    refuse(graph(", x: 1"), 40104, "unknown argument to $graphLookup: x");
    refuse(graph(", depthField: 1"), 40103, "expected string as argument for depthField, found: 1");
  }

  @Test
  void noCollectionHasAnEmptyName() {
    refuse(
        "[{$graphLookup: {from: '', startWith: '$a', connectFromField: 'a', connectToField: 'b',"
            + " as: 'c'}}]",
        73,
        "invalid $graphLookup namespace: ''");
  }
}
