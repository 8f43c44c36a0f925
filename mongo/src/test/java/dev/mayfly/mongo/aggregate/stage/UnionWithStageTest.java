package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import org.junit.jupiter.api.Test;

class UnionWithStageTest {
  private static MemoryContext with(String foreign) {
    MemoryContext context = new MemoryContext();
    context.collection("f").addAll(Pipelines.stored(Pipelines.documents(foreign)));
    return context;
  }

  @Test
  void theOtherDocumentsFollow() {
    expect("[{$unionWith: 'f'}]", "[{a: 1}]", "[{a: 1}, {a: 2}]", with("[{a: 2}]"));
    expect("[{$unionWith: 'none'}]", "[{a: 1}]", "[{a: 1}]");
  }

  @Test
  void theyCanGoThroughAPipeline() {
    expect(
        "[{$unionWith: {coll: 'f', pipeline: [{$match: {a: {$gt: 2}}}, {$set: {b: 1}}]}},"
            + " {$sort: {a: -1}}]",
        "[{a: 1}]",
        "[{a: 3, b: 1}, {a: 1}]",
        with("[{a: 2}, {a: 3}]"));
    expect("[{$unionWith: {pipeline: [{$documents: [{a: 7}]}]}}]", "[{a: 1}]", "[{a: 1}, {a: 7}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$unionWith: 1}]",
        9,
        "the $unionWith stage specification must be an object or string, but found int");
    refuse("[{$unionWith: {x: 1}}]", 40415, "BSON field '$unionWith.x' is an unknown field.");
    refuse(
        "[{$unionWith: {pipeline: []}}]",
        9,
        "$unionWith stage without explicit collection must have a pipeline with $documents as"
            + " first stage");
    refuse(
        "[{$unionWith: {coll: 1}}]",
        14,
        "BSON field '$unionWith.coll' is the wrong type 'int', expected type 'string'");
  }

  @Test
  void noCollectionHasAnEmptyName() {
    refuse("[{$unionWith: ''}]", 73, "invalid $unionWith namespace: ''");
  }
}
