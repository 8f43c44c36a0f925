package dev.mayfly.mongo.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.collation.Collations;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.SpillSpace;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stages return when they use the disk is what they return when they do not. */
class SpilledStagesTest {
  private static final List<String> ACCUMULATORS =
      List.of(
          "{$sum: '$v'}",
          "{$sum: 1}",
          "{$sum: {$multiply: ['$n', 2]}}",
          "{$avg: '$v'}",
          "{$min: '$v'}",
          "{$max: '$s'}",
          "{$first: '$v'}",
          "{$last: '$v'}",
          "{$push: '$v'}",
          "{$push: '$$ROOT'}",
          "{$push: {a: '$n', b: '$d'}}",
          "{$addToSet: '$n'}",
          "{$addToSet: '$d'}",
          "{$stdDevPop: '$n'}",
          "{$stdDevSamp: '$v'}",
          "{$mergeObjects: '$d'}",
          "{$firstN: {input: '$v', n: 3}}",
          "{$lastN: {input: '$v', n: 3}}",
          "{$minN: {input: '$v', n: 3}}",
          "{$maxN: {input: '$s', n: 3}}",
          "{$top: {sortBy: {n: 1}, output: '$v'}}",
          "{$bottom: {sortBy: {n: 1, s: -1}, output: ['$v', '$s']}}",
          "{$topN: {n: 4, sortBy: {s: -1}, output: '$_id'}}",
          "{$bottomN: {n: 4, sortBy: {n: -1}, output: '$_id'}}",
          "{$percentile: {input: '$n', p: [0.1, 0.5, 0.9], method: 'approximate'}}",
          "{$median: {input: '$v', method: 'approximate'}}",
          "{$count: {}}");

  @TempDir private Path directory;
  private SpillSpace space;
  private Random random;

  @BeforeEach
  void open() throws IOException {
    space = SpillSpace.in(directory, 1L << 30, 0);
    random = Seeds.random(SpilledStagesTest.class);
  }

  private BsonValue number() {
    int n = random.nextInt(50) - 10;
    return switch (random.nextInt(5)) {
      case 0 -> new BsonInt64(n * 1_000_000_000_000L);
      case 1 -> new BsonDouble(n / 7.0 * (random.nextInt(20) == 0 ? 1e300 : 1));
      case 2 -> new BsonDecimal128(Decimal128.parse(n + ".25"));
      default -> new BsonInt32(n);
    };
  }

  private BsonValue any() {
    return switch (random.nextInt(8)) {
      case 0 -> BsonNull.VALUE;
      case 1 -> new BsonString("text " + random.nextInt(30));
      case 2 -> new BsonArray(List.of(number(), number()));
      case 3 -> new BsonDocument("x", number());
      default -> number();
    };
  }

  private List<BsonDocument> input(int count, int keys) {
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BsonDocument document = new BsonDocument("_id", new BsonInt32(i));
      int key = random.nextInt(keys);
      switch (random.nextInt(6)) {
        case 0 -> document.append("g", new BsonDouble(key));
        case 1 -> document.append("g", new BsonString(key % 2 == 0 ? "key" + key : "KEY" + key));
        case 2 -> document.append("g", new BsonDocument("k", new BsonInt32(key)));
        case 3 -> {
          if (key % 3 == 0) {
            document.append("g", BsonNull.VALUE);
          }
        }
        default -> document.append("g", new BsonInt32(key));
      }
      if (random.nextInt(10) > 0) {
        document.append("v", any());
      }
      document.append("n", number());
      document.append("s", new BsonString("s" + random.nextInt(100)));
      document.append("d", new BsonDocument("f" + random.nextInt(5), number()));
      documents.add(document);
    }
    return random.nextBoolean() ? documents : Pipelines.stored(documents);
  }

  /** The results in an order that does not depend on where groups were. */
  private static List<String> texts(List<BsonDocument> documents, boolean ordered) {
    List<String> texts = new ArrayList<>();
    Pipelines.plain(documents).forEach(each -> texts.add(each.toJson()));
    if (!ordered) {
      Collections.sort(texts);
    }
    return texts;
  }

  /** Compares both; returns how often rows were moved to disk. */
  private long compare(
      String pipeline, ParseContext parsing, List<BsonDocument> input, int bytes, boolean ordered) {
    List<BsonDocument> stages = Pipelines.documents(pipeline);
    List<BsonDocument> expected =
        Pipelines.run(Pipeline.parse(stages, parsing), input, new MemoryContext());
    MemoryContext context = new MemoryContext();
    for (StageLimits.Limit each : StageLimits.Limit.values()) {
      context.limits.setBytes(each, bytes);
    }
    try (RequestSpill spill = space.open()) {
      context.spill = spill;
      List<BsonDocument> spilled = Pipelines.run(Pipeline.parse(stages, parsing), input, context);
      assertThat(texts(spilled, ordered)).as(pipeline).isEqualTo(texts(expected, ordered));
      assertThat(context.heldBytes).as("held after " + pipeline).isZero();
      assertThat(space.openFiles()).as("files after " + pipeline).isZero();
    }
    return context.spilled.spills();
  }

  @Test
  void groupsOfEveryAccumulatorAreThoseInMemory() {
    long spills = 0;
    int refused = 0;
    for (int round = 0; round < 60; round++) {
      StringBuilder fields = new StringBuilder();
      for (int i = random.nextInt(5); i >= 0; i--) {
        fields.append(", f").append(i).append(": ");
        fields.append(ACCUMULATORS.get(random.nextInt(ACCUMULATORS.size())));
      }
      String id =
          List.of("'$g'", "{a: '$g', b: '$d.f1'}", "{$toString: '$n'}").get(random.nextInt(3));
      List<BsonDocument> input = input(random.nextInt(800), 50 + random.nextInt(300));
      try {
        spills +=
            compare(
                "[{$group: {_id: " + id + fields + "}}]",
                Expressions.PLAIN,
                input,
                30_000 + random.nextInt(40_000),
                false);
      } catch (MongoException e) {
        // One group alone is larger.
        assertThat(e.code()).isEqualTo(146);
        refused++;
      }
    }
    assertThat(refused).isLessThan(30);
    assertThat(spills).isGreaterThan(40);
  }

  @Test
  void eachAccumulatorContinuesWhereItsGroupWasMovedToDisk() {
    for (String accumulator : ACCUMULATORS) {
      List<BsonDocument> input = input(700, 20);
      // The list makes the groups large, so that they are moved with all of their states.
      String pipeline =
          "[{$group: {_id: {$mod: [{$toInt: '$_id'}, 23]}, f: "
              + accumulator
              + ", all: {$push: '$$ROOT'}}}]";
      assertThat(compare(pipeline, Expressions.PLAIN, input, 60_000, false))
          .as(accumulator)
          .isPositive();
    }
  }

  @Test
  void groupsWithACollationAreThoseInMemory() {
    ParseContext parsing =
        Expressions.PLAIN.ordered(
            Collations.order(BsonDocument.parse("{locale: 'en', strength: 1}")));
    long spills = 0;
    for (int round = 0; round < 10; round++) {
      String pipeline = "[{$group: {_id: '$g', n: {$sum: 1}, all: {$push: '$s'}}}]";
      spills += compare(pipeline, parsing, input(600, 200), 30_000, false);
    }
    assertThat(spills).isPositive();
  }

  @Test
  void sortsAreThoseInMemoryAndStable() {
    List<String> pipelines =
        List.of(
            "[{$sort: {n: 1}}]",
            "[{$sort: {v: -1, s: 1}}]",
            "[{$sort: {g: 1}}, {$limit: 50}]",
            "[{$set: {w: '$v'}}, {$sort: {w: 1}}, {$skip: 20}, {$limit: 200}]",
            "[{$sortByCount: '$g'}, {$sort: {count: -1, _id: 1}}]",
            "[{$bucket: {groupBy: '$_id', boundaries: [0, 10, 200, 5000],"
                + " output: {all: {$push: '$v'}}}}]",
            "[{$bucketAuto: {groupBy: '$n', buckets: 7, output: {all: {$push: '$_id'}}}}]",
            "[{$setWindowFields: {partitionBy: '$s', sortBy: {n: 1}, output: {sum: {$sum: '$_id',"
                + " window: {documents: [-2, 2]}}, rank: {$rank: {}}}}}]",
            "[{$setWindowFields: {partitionBy: {$mod: ['$_id', 90]}, output: {all: {$push: '$_id'},"
                + " first: {$first: '$v'}}}}]",
            "[{$bucketAuto: {groupBy: {$abs: '$_id'}, buckets: 5, granularity: 'R5'}}]");
    long spills = 0;
    for (int round = 0; round < 40; round++) {
      String pipeline = pipelines.get(round % pipelines.size());
      int bytes = 60_000 + random.nextInt(60_000);
      spills += compare(pipeline, Expressions.PLAIN, input(700, 90), bytes, true);
    }
    assertThat(spills).isGreaterThan(40);
  }

  @Test
  void onePartitionThatIsTooLargeIsRefused() {
    MemoryContext context = new MemoryContext();
    context.limits.setBytes(StageLimits.Limit.WINDOW, 20_000);
    String pipeline = "[{$setWindowFields: {output: {all: {$push: '$s'}}}}]";
    try (RequestSpill spill = space.open()) {
      context.spill = spill;
      assertThatThrownBy(() -> Pipelines.run(pipeline, input(2000, 10), context))
          .hasMessage(
              "Exceeded memory limit for $setWindowFields: it holds more than 20000 bytes that it"
                  + " can't move to disk. Select less before it.")
          .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(292));
    }
    assertThat(space.openFiles()).isZero();
    context.spill = null;
    assertThatThrownBy(() -> Pipelines.run(pipeline, input(2000, 10), context))
        .hasMessageEndingWith("Pass allowDiskUse:true to opt in.");
  }

  @Test
  void oneGroupThatIsTooLargeIsRefused() {
    MemoryContext context = new MemoryContext();
    context.limits.setBytes(StageLimits.Limit.GROUP, 20_000);
    try (RequestSpill spill = space.open()) {
      context.spill = spill;
      assertThatThrownBy(
              () ->
                  Pipelines.run(
                      "[{$group: {_id: null, all: {$push: '$s'}}}]", input(2000, 10), context))
          .hasMessage(
              "$group used too much memory and cannot spill to disk. Memory limit: 20000 bytes")
          .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(146));
    }
    assertThat(space.openFiles()).isZero();
  }
}
