package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class FacetStageTest {
  @Test
  void pipelinesSeeTheSameDocuments() {
    expect(
        "[{$match: {a: {$gt: 0}}}, {$facet: {all: [],"
            + " sum: [{$group: {_id: null, n: {$sum: '$a'}}}],"
            + " none: [{$match: {a: 9}}], first: [{$sort: {a: -1}}, {$limit: 1}]}}]",
        "[{a: 0}, {a: 1}, {a: 2}]",
        "[{all: [{a: 1}, {a: 2}], sum: [{_id: null, n: 3}], none: [], first: [{a: 2}]}]");
  }

  @Test
  void noDocumentsMakeEmptyArrays() {
    expect("[{$facet: {x: [{$limit: 1}]}}]", "[]", "[{x: []}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    String object = "the $facet specification must be a non-empty object";
    refuse("[{$facet: 1}]", 40169, object);
    refuse("[{$facet: {}}]", 40169, object);
    refuse("[{$facet: {a: 1}}]", 40170, "arguments to $facet must be arrays, a is type int");
    refuse("[{$facet: {'a.b': []}}]", 16412, "FieldPath field names may not contain '.'.");
    refuse(
        "[{$facet: {a: [1]}}]",
        40171,
        "elements of arrays in $facet spec must be non-empty objects, a argument contained an"
            + " element of type int: 1");
    refuse("[{$facet: {a: [{$foo: 1}]}}]", 40324, "Unrecognized pipeline stage name: '$foo'");
  }

  @Test
  void stagesThatCannotStandWithinAreRefused() {
    for (String stage :
        new String[] {"$out: 'x'", "$merge: 'x'", "$facet: {b: []}", "$collStats: {}"}) {
      refuse(
          "[{$facet: {a: [{" + stage + "}]}}]",
          40600,
          stage.substring(0, stage.indexOf(':'))
              + " is not allowed to be used within a $facet stage");
    }
  }
}
