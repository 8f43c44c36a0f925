package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeStageTest {
  private static final String INPUT = "[{_id: 1, a: 2, b: 3}, {_id: 9, a: 1}]";

  private static MemoryContext target() {
    MemoryContext context = new MemoryContext();
    context.collection("t").addAll(Pipelines.documents("[{_id: 1, a: 1, x: 1}, {_id: 2, a: 5}]"));
    return context;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'t'                                     | {_id: 1, a: 2, x: 1, b: 3} | {_id: 9, a: 1}",
        "{into: 't'}                             | {_id: 1, a: 2, x: 1, b: 3} | {_id: 9, a: 1}",
        "{into: 't', whenMatched: 'replace'}     | {_id: 1, a: 2, b: 3}       | {_id: 9, a: 1}",
        "{into: 't', whenMatched: 'keepExisting'} | {_id: 1, a: 1, x: 1}      | {_id: 9, a: 1}",
        "{into: 't', whenNotMatched: 'discard'}  | {_id: 1, a: 2, x: 1, b: 3} | ",
        "{into: 't', whenMatched: [{$set: {a: {$add: ['$a', '$$new.a']}}}]}"
            + " | {_id: 1, a: 3, x: 1} | {_id: 9, a: 1}",
        "{into: 't', let: {k: '$b'}, whenMatched: [{$set: {k: '$$k'}}]}"
            + " | {_id: 1, a: 1, x: 1, k: 3} | {_id: 9, a: 1}",
        "{into: 't', whenMatched: [{$replaceWith: {z: 1}}], whenNotMatched: 'discard'}"
            + " | {_id: 1, z: 1} | ",
      })
  void documentsMeetTheirKind(String merge, String matched, String inserted) {
    MemoryContext context = target();
    assertThat(Pipelines.run("[{$merge: " + merge + "}]", Pipelines.documents(INPUT), context))
        .isEmpty();
    String more = inserted == null ? "" : ", " + inserted;
    assertThat(context.collection("t"))
        .isEqualTo(Pipelines.documents("[" + matched + ", {_id: 2, a: 5}" + more + "]"));
  }

  private static void fails(String merge, int code) {
    MemoryContext context = target();
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                MongoException.class,
                () ->
                    Pipelines.run(
                        "[{$merge: " + merge + "}]", Pipelines.documents(INPUT), context)))
        .extracting(MongoException::code)
        .isEqualTo(code);
  }

  @Test
  void itFailsWhereItIsAskedTo() {
    fails("{into: 't', whenMatched: 'fail'}", 11000);
    fails("{into: 't', whenNotMatched: 'fail'}", 13113);
    fails("{into: 't', whenMatched: [{$set: {_id: 7}}]}", 66);
  }

  @Test
  void otherFieldsNeedAUniqueIndex() {
    fails("{into: 't', on: 'a'}", 51190);
    MemoryContext context = target();
    context.uniqueFields.add(List.of("a"));
    Pipelines.run(
        "[{$unset: '_id'}, {$set: {a: 5}}, {$limit: 1}, {$merge: {into: 't', on: 'a',"
            + " whenMatched: [{$set: {y: '$$new.b'}}]}}]",
        Pipelines.documents(INPUT),
        context);
    assertThat(context.collection("t"))
        .isEqualTo(Pipelines.documents("[{_id: 1, a: 1, x: 1}, {_id: 2, a: 5, y: 3}]"));
  }

  @Test
  void aDocumentWithoutTheFieldIsRefused() {
    MemoryContext context = target();
    context.uniqueFields.add(List.of("q"));
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                MongoException.class,
                () ->
                    Pipelines.run(
                        "[{$merge: {into: 't', on: 'q'}}]", Pipelines.documents(INPUT), context)))
        .hasMessage(
            "$merge write error: 'on' field 'q' cannot be missing, null or undefined if supporting"
                + " index is sparse");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$merge: {into: 't', on: ['a', 'a']}}]", 31465, "Found a duplicate field 'a'");
    refuse(
        "[{$merge: {into: 't', whenMatched: [{$foo: 1}]}}]",
        40324,
        "Unrecognized pipeline stage name: '$foo'");
    refuse(
        "[{$merge: 1}]", 51182, "$merge only supports a string or object argument, but found int");
    refuse("[{$merge: {}}]", 40414, "BSON field '$merge.into' is missing but a required field");
    refuse("[{$merge: {x: 1}}]", 40415, "BSON field '$merge.x' is an unknown field.");
    refuse(
        "[{$merge: {into: 't', whenMatched: 'x'}}]",
        2,
        "Enumeration value 'x' for field 'whenMatched' is not a valid value.");
    refuse(
        "[{$merge: {into: 't', whenMatched: 'fail', whenNotMatched: 'discard'}}]",
        51181,
        "Combination of $merge modes 'whenMatched: fail' and 'whenNotMatched: discard' is not"
            + " supported");
    refuse(
        "[{$merge: {into: 't', let: {a: 1}}}]",
        51199,
        "Cannot use 'let' variables with 'whenMatched: merge' mode");
    refuse(
        "[{$merge: {into: 't', whenMatched: [{$group: {_id: 1}}]}}]",
        72,
        "$group is not allowed to be used within an update");
    refuse(
        "[{$merge: 't'}, {$limit: 1}]",
        40601,
        "$merge can only be the final stage in the pipeline");
  }
}
