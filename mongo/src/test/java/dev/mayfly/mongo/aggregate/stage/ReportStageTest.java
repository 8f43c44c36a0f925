package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class ReportStageTest {
  @Test
  void theServerReportsItsState() {
    for (String name :
        new String[] {
          "$collStats",
          "$indexStats",
          "$currentOp",
          "$listSessions",
          "$listLocalSessions",
          "$planCacheStats"
        }) {
      expect("[{" + name + ": {}}]", "[{a: 1}]", "[{stage: '" + name + "'}]");
      refuse(
          "[{$skip: 1}, {" + name + ": {}}]",
          40602,
          name + " is only valid as the first stage in a pipeline.");
    }
  }

  @Test
  void unknownOptionsAreRefused() {
    refuse(
        "[{$indexStats: {a: 1}}]",
        28803,
        "The $indexStats stage specification must be an empty object");
    refuse("[{$collStats: {a: 1}}]", 40415, "BSON field '$collStats.a' is an unknown field.");
    refuse("[{$currentOp: {a: 1}}]", 9, "Unrecognized option 'a' in $currentOp stage.");
  }

  @Test
  void optionsThatAreNoObjectAreRefused() {
    refuse("[{$collStats: 1}]", 9, "$collStats must take a nested object but found: $collStats: 1");
  }
}
