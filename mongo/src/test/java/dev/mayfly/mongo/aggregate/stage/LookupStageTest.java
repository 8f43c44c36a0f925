package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import org.junit.jupiter.api.Test;

class LookupStageTest {
  private static MemoryContext with(String foreign) {
    MemoryContext context = new MemoryContext();
    context.collection("f").addAll(Pipelines.stored(Pipelines.documents(foreign)));
    return context;
  }

  /** The same with an index as without one. */
  private static void expect(String stages, String input, String output, MemoryContext context) {
    Pipelines.expect(stages, input, output, context);
    context.indexed = true;
    Pipelines.expect(stages, input, output, context);
  }

  private static void expect(String stages, String input, String output) {
    Pipelines.expect(stages, input, output);
  }

  private static String join(String local, String foreign) {
    return "[{$lookup: {from: 'f', localField: '%s', foreignField: '%s', as: 'r'}}]"
        .formatted(local, foreign);
  }

  @Test
  void equalFieldsJoin() {
    expect(
        join("a", "b"),
        "[{_id: 1, a: 1}, {_id: 2, a: 2.0}, {_id: 3, a: 'x'}]",
        "[{_id: 1, a: 1, r: [{_id: 10, b: 1}, {_id: 12, b: 1.0}]},"
            + " {_id: 2, a: 2.0, r: [{_id: 11, b: 2}]}, {_id: 3, a: 'x', r: []}]",
        with("[{_id: 10, b: 1}, {_id: 11, b: 2}, {_id: 12, b: 1.0}]"));
  }

  @Test
  void arraysJoinByTheirElementsOnBothSides() {
    expect(
        join("a", "b"),
        "[{a: [1, 2]}, {a: []}, {a: [[3, 4]]}, {a: 3}]",
        "[{a: [1, 2], r: [{_id: 1, b: 1}, {_id: 2, b: [2, 9]}]}, {a: [], r: []},"
            + " {a: [[3, 4]], r: [{_id: 3, b: [3, 4]}]}, {a: 3, r: [{_id: 3, b: [3, 4]}]}]",
        with("[{_id: 1, b: 1}, {_id: 2, b: [2, 9]}, {_id: 3, b: [3, 4]}]"));
  }

  @Test
  void nullAndMissingJoinEachOther() {
    expect(
        join("a", "b"),
        "[{_id: 1}, {_id: 2, a: null}, {_id: 3, a: 0}]",
        "[{_id: 1, r: [{_id: 4}, {_id: 5, b: null}]},"
            + " {_id: 2, a: null, r: [{_id: 4}, {_id: 5, b: null}]}, {_id: 3, a: 0, r: []}]",
        with("[{_id: 4}, {_id: 5, b: null}, {_id: 6, b: 1}]"));
  }

  @Test
  void innerPathsGoThroughArrays() {
    expect(
        join("a.x", "b.y"),
        "[{a: [{x: 1}, {x: 2}]}]",
        "[{a: [{x: 1}, {x: 2}], r: [{_id: 1, b: {y: 2}}, {_id: 2, b: [{y: 7}, {y: 1}]}]}]",
        with("[{_id: 1, b: {y: 2}}, {_id: 2, b: [{y: 7}, {y: 1}]}, {_id: 3, b: {y: 3}}]"));
  }

  @Test
  void aPipelineSeesTheVariablesThatWereDefined() {
    expect(
        "[{$lookup: {from: 'f', let: {least: '$a'}, pipeline: [{$match: {$expr: {$gte: ['$b',"
            + " '$$least']}}}, {$project: {_id: 0}}], as: 'r'}}]",
        "[{a: 2}, {a: 9}]",
        "[{a: 2, r: [{b: 2}, {b: 3}]}, {a: 9, r: []}]",
        with("[{_id: 1, b: 1}, {_id: 2, b: 2}, {_id: 3, b: 3}]"));
  }

  @Test
  void fieldsAndAPipelineWorkTogether() {
    expect(
        "[{$lookup: {from: 'f', localField: 'a', foreignField: 'b', let: {c: '$c'},"
            + " pipeline: [{$match: {$expr: {$eq: ['$d', '$$c']}}}], as: 'r'}}]",
        "[{a: 1, c: 5}]",
        "[{a: 1, c: 5, r: [{_id: 2, b: 1, d: 5}]}]",
        with("[{_id: 1, b: 1, d: 4}, {_id: 2, b: 1, d: 5}, {_id: 3, b: 2, d: 5}]"));
  }

  @Test
  void innerPipelinesSeeTheVariablesOfOuterOnes() {
    expect(
        "[{$lookup: {from: 'f', let: {x: '$a'}, pipeline: [{$lookup: {from: 'f', let: {y: '$b'},"
            + " pipeline: [{$match: {$expr: {$and: [{$eq: ['$b', '$$x']},"
            + " {$gt: ['$$y', '$$x']}]}}},"
            + " {$project: {_id: 1}}], as: 's'}}, {$project: {s: 1}}], as: 'r'}}]",
        "[{a: 1}]",
        "[{a: 1, r: [{_id: 1, s: []}, {_id: 2, s: [{_id: 1}]}]}]",
        with("[{_id: 1, b: 1}, {_id: 2, b: 2}]"));
  }

  @Test
  void aPipelineWithoutVariablesGivesTheSameForAll() {
    expect(
        "[{$lookup: {from: 'f', pipeline: [{$count: 'n'}], as: 'x.r'}}]",
        "[{a: 1}, {x: {y: 1}}]",
        "[{a: 1, x: {r: [{n: 2}]}}, {x: {y: 1, r: [{n: 2}]}}]",
        with("[{_id: 1}, {_id: 2}]"));
  }

  @Test
  void documentsMayStandInThePipeline() {
    expect(
        "[{$lookup: {pipeline: [{$documents: [{b: 1}]}], as: 'r'}}]",
        "[{a: 1}]",
        "[{a: 1, r: [{b: 1}]}]");
  }

  @Test
  void documentsOfThePipelineAreJoinedByTheirFields() {
    expect(
        "[{$lookup: {localField: 'a', foreignField: 'b', pipeline: [{$documents: [{b: 1, c: 1},"
            + " {b: 2}, {b: [1, 3]}, {}]}], as: 'r'}}]",
        "[{a: 1}, {a: [2, 3]}, {a: []}, {}]",
        "[{a: 1, r: [{b: 1, c: 1}, {b: [1, 3]}]}, {a: [2, 3], r: [{b: 2}, {b: [1, 3]}]},"
            + " {a: [], r: []}, {r: [{}]}]");
  }

  @Test
  void aCollectionThatIsNotThereHasNoDocuments() {
    expect(join("a", "b"), "[{a: 1}]", "[{a: 1, r: []}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$lookup: 1}]", 9, "the $lookup stage specification must be an object, but found int");
    refuse(
        "[{$lookup: {from: 'f', localField: 'a', foreignField: 'b'}}]",
        9,
        "must specify 'as' field for a $lookup");
    refuse(
        "[{$lookup: {from: 'f', as: 'r', localField: 'a'}}]",
        9,
        "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be"
            + " specified");
    refuse(
        "[{$lookup: {from: 'f', as: 'r', localField: 'a', pipeline: []}}]",
        9,
        "$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
    refuse("[{$lookup: {from: 'f', x: 1}}]", 9, "unknown argument to $lookup: x");
    refuse("[{$lookup: {from: 1}}]", 9, "$lookup argument 'from: 1' must be a string, is type int");
    refuse(
        "[{$lookup: {pipeline: [], as: 'r'}}]", 9, "must specify 'pipeline' when 'from' is empty");
    refuse(
        "[{$lookup: {from: 'f', pipeline: [{$out: 'x'}], as: 'r'}}]",
        51047,
        "$out is not allowed within a $lookup's sub-pipeline");
  }

  @Test
  void pipelinesNestNoDeeperThanTwenty() {
    String pipeline = "[]";
    for (int i = 0; i < 20; i++) {
      pipeline = "[{$lookup: {from: 'f', pipeline: " + pipeline + ", as: 'r'}}]";
    }
    expect(pipeline, "[]", "[]");
    refuse(
        "[{$lookup: {from: 'f', pipeline: " + pipeline + ", as: 'r'}}]",
        232,
        "Maximum number of nested sub-pipelines exceeded. Limit is 20");
  }

  @Test
  void noCollectionHasAnEmptyName() {
    refuse(
        "[{$lookup: {from: '', localField: 'a', foreignField: 'a', as: 'b'}}]",
        73,
        "invalid $lookup namespace: ''");
  }
}
