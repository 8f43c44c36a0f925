package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class DocumentsStageTest {
  @Test
  void theDocumentsOfThePipelineComeOut() {
    expect("[{$documents: [{a: 1}, {a: {$add: [1, 1]}}]}]", "[{b: 1}]", "[{a: 1}, {a: 2}]");
  }

  @Test
  void itMustBeTheFirstStage() {
    refuse(
        "[{$match: {a: 1}}, {$documents: []}]",
        40602,
        "$documents is only valid as the first stage in a pipeline.");
  }

  @Test
  void whatAreNoDocumentsIsRefused() {
    refuse("[{$documents: 1}]", 5858203, "an array is expected for $documents, but found int");
    refuse("[{$documents: [1]}]", 40228, "$documents elements must be objects, but found int");
  }
}
