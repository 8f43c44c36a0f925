package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import dev.mayfly.mongo.error.MongoException;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class GroupStageTest {
  @Test
  void numbersThatAreEqualMakeOneGroupThatShowsTheFirst() {
    expect(
        "[{$group: {_id: '$a', n: {$sum: 1}}}]",
        "[{a: 1}, {a: 1.0}, {a: {$numberLong: '1'}}, {a: {$numberDecimal: '1.00'}}, {a: '1'}]",
        "[{_id: 1, n: 4}, {_id: '1', n: 1}]");
  }

  @Test
  void missingAndNullAreOneGroup() {
    expect(
        "[{$group: {_id: '$a', n: {$sum: '$n'}}}]",
        "[{n: 1}, {a: null, n: 2}, {a: false, n: 4}]",
        "[{_id: null, n: 3}, {_id: false, n: 4}]");
  }

  @Test
  void aKeyOfSeveralFieldsLeavesOutWhatIsMissing() {
    expect(
        "[{$group: {_id: {x: '$a', y: '$b.c'}, n: {$sum: 1}}}]",
        "[{a: 1, b: {c: 2}}, {a: 1.0, b: {c: 2}}, {a: 1}, {a: 1, b: 5}, {a: 1, b: {c: null}},"
            + " {b: {c: 2}}]",
        "[{_id: {x: 1, y: 2}, n: 2}, {_id: {x: 1}, n: 2}, {_id: {x: 1, y: null}, n: 1},"
            + " {_id: {y: 2}, n: 1}]");
  }

  @Test
  void keysWithCommonPrefixOrSuffixAreDistinct() {
    expect(
        "[{$group: {_id: {x: '$a', y: '$b'}, n: {$sum: 1}}}]",
        "[{a: 'abcdefgh', b: 1}, {a: 'abcdefghi', b: 1}, {a: 'abcdefgi', b: 1}, {a: 'abc', b: 1},"
            + " {a: 'xbcdefghijklmnop', b: 1}, {a: 'abcdefghijklmnop', b: 1}, {a: 'abd', b: 1},"
            + " {a: 'abcdefgh', b: 2}, {a: 'abcdefgh'}, {b: 1}, {a: 'abcdefghijklmnop', b: 1},"
            + " {a: 'abc', b: 1}, {a: 'abcdefgh'}, {b: 1}]",
        "[{_id: {x: 'abcdefgh', y: 1}, n: 1}, {_id: {x: 'abcdefghi', y: 1}, n: 1},"
            + " {_id: {x: 'abcdefgi', y: 1}, n: 1}, {_id: {x: 'abc', y: 1}, n: 2},"
            + " {_id: {x: 'xbcdefghijklmnop', y: 1}, n: 1},"
            + " {_id: {x: 'abcdefghijklmnop', y: 1}, n: 2}, {_id: {x: 'abd', y: 1}, n: 1},"
            + " {_id: {x: 'abcdefgh', y: 2}, n: 1}, {_id: {x: 'abcdefgh'}, n: 2},"
            + " {_id: {y: 1}, n: 2}]");
  }

  @Test
  void namesOfAnyLengthAreDistinct() {
    expect(
        "[{$group: {_id: '$abcdefgh', a: {$sum: '$abcdefg'}, b: {$sum: '$abcdefghijklmnopq'},"
            + " c: {$sum: '$a.abcdefgh'}, d: {$sum: '$a.z'}}}]",
        "[{abcdefghi: 9, abcdefgh: 1, abcdefg: 2, abcdefghijklmnopr: 9, abcdefghijklmnopq: 4,"
            + " a: {abcdefghi: 9, abcdefgh: 8, z: 16}},"
            + " {abcdefgh: 1, abcdefghijklmnopq: 1, abcdefg: 1, a: {z: 1}}]",
        "[{_id: 1, a: 3, b: 5, c: 8, d: 17}]");
  }

  @Test
  void aPathThroughAnArrayGivesAnArrayAsKey() {
    expect(
        "[{$group: {_id: '$a.b', last: {$last: '$a.b'}}}]",
        "[{a: [{b: 1}, {b: 2}]}, {a: [{b: 1}, {c: 1}, {b: 2}]}, {a: {b: [1, 2]}}, {a: []}]",
        "[{_id: [1, 2], last: [1, 2]}, {_id: [], last: []}]");
  }

  @Test
  void documentsAsKeysCompareFieldByField() {
    expect(
        "[{$group: {_id: '$a', n: {$sum: 1}}}]",
        "[{a: {x: 1, y: 2}}, {a: {x: 1.0, y: 2}}, {a: {y: 2, x: 1}}]",
        "[{_id: {x: 1, y: 2}, n: 2}, {_id: {y: 2, x: 1}, n: 1}]");
  }

  @Test
  void aConstantKeyMakesOneGroupAndNoDocumentsMakeNone() {
    String pipeline = "[{$group: {_id: null, n: {$sum: '$a'}}}]";
    expect(pipeline, "[{a: 1}, {a: 2}, {}]", "[{_id: null, n: 3}]");
    expect(pipeline, "[]", "[]");
  }

  @Test
  void fieldsOfTheSameNameTwiceAreFoundOnce() {
    expect(
        "[{$group: {_id: '$a', x: {$sum: '$a'}, y: {$max: '$a'}, z: {$push: '$b'}}}]",
        "[{b: 1, a: 2}, {a: 2, b: [3]}, {a: 2}]",
        "[{_id: 2, x: 6, y: 2, z: [1, [3]]}]");
  }

  @Test
  void computedArgumentsWork() {
    expect(
        "[{$group: {_id: {$add: ['$a', 1]}, n: {$sum: {$multiply: ['$a', '$b']}}}}]",
        "[{a: 1, b: 2}, {a: 1, b: 3}, {a: 2, b: 5}]",
        "[{_id: 2, n: 5}, {_id: 3, n: 10}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$group: 1}]", 15947, "a group's fields must be specified in an object");
    refuse("[{$group: {n: {$sum: 1}}}]", 15955, "a group specification must include an _id");
    refuse("[{$group: {_id: 1, n: 1}}]", 40234, "The field 'n' must be an accumulator object");
    refuse("[{$group: {_id: 1, n: {a: 1}}}]", 40234, "The field 'n' must be an accumulator object");
    refuse(
        "[{$group: {_id: 1, n: {$sum: 1, $avg: 1}}}]",
        40238,
        "The field 'n' must specify one accumulator");
    refuse(
        "[{$group: {_id: 1, 'n.m': {$sum: 1}}}]", 40235, "The field name 'n.m' cannot contain '.'");
    refuse(
        "[{$group: {_id: 1, $n: {$sum: 1}}}]",
        40236,
        "The field name '$n' cannot be an operator name");
    refuse("[{$group: {_id: 1, n: {$foo: 1}}}]", 15952, "unknown group operator '$foo'");
    refuse(
        "[{$group: {_id: 1, n: {$sum: [1, 2]}}}]",
        40237,
        "The $sum accumulator is a unary operator");
    refuse(
        "[{$group: {_id: 1, n: {$accumulator: {}}}}]",
        115,
        "$accumulator is not supported: this server does not run JavaScript");
  }

  @Test
  void moreThanItMayHoldIsRefused() {
    BsonDocument large = new BsonDocument("a", new BsonString("x".repeat(1024 * 1024)));
    List<BsonDocument> input = Pipelines.stored(Collections.nCopies(101, large));
    String pipeline = "[{$group: {_id: 1, all: {$push: '$a'}}}]";
    assertThatThrownBy(() -> Pipelines.run(pipeline, input, new MemoryContext()))
        .hasMessage(
            "Exceeded memory limit for $group, but didn't allow external sort. Pass"
                + " allowDiskUse:true to opt in.")
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(292));
  }
}
