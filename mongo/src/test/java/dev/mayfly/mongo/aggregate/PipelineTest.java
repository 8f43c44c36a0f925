package dev.mayfly.mongo.aggregate;

import static dev.mayfly.mongo.aggregate.Pipelines.documents;
import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class PipelineTest {
  private static Pipeline parse(String json) {
    return Pipeline.parse(documents(json), Expressions.PLAIN);
  }

  @Test
  void anEmptyPipelineChangesNothing() {
    expect("[]", "[{_id: 1, a: [1, {b: 2}]}]", "[{_id: 1, a: [1, {b: 2}]}]");
  }

  @Test
  void stagesRunOneAfterTheOther() {
    expect(
        "[{$match: {a: 1}}, {$skip: 1}, {$limit: 1}]",
        "[{_id: 1, a: 1}, {_id: 2, a: 2}, {_id: 3, a: 1}, {_id: 4, a: 1}]",
        "[{_id: 3, a: 1}]");
  }

  @Test
  void stagesThatAreNoneAreRefused() {
    refuse("[{$foo: 1}]", 40324, "Unrecognized pipeline stage name: '$foo'");
    refuse("[{match: {}}]", 40324, "Unrecognized pipeline stage name: 'match'");
    String one = "A pipeline stage specification object must contain exactly one field.";
    refuse("[{}]", 40323, one);
    refuse("[{$match: {}, $limit: 1}]", 40323, one);
  }

  @Test
  void stagesThatNeedAnotherServiceAreRefusedClearly() {
    refuse(
        "[{$search: {}}]",
        31082,
        "$search is not supported: vectors are searched by $vectorSearch, texts by text indexes and"
            + " $text.");
    refuse("[{$geoNear: {}}]", 16605, "$geoNear requires a 'near' option as an Array");
  }

  @Test
  void moreThanAThousandStagesAreRefused() {
    BsonDocument skip = new BsonDocument("$skip", new BsonInt32(1));
    Pipeline.parse(Collections.nCopies(1000, skip), Expressions.PLAIN);
    List<BsonDocument> tooMany = Collections.nCopies(1001, skip);
    assertThatThrownBy(() -> Pipeline.parse(tooMany, Expressions.PLAIN))
        .hasMessage("Pipeline length must be no longer than 1000 stages")
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(7749501));
  }

  @Test
  void aDocumentThatNoReplyCanCarryIsRefused() {
    String kilobytes = "x".repeat(1024 * 1024);
    BsonDocument stage = new BsonDocument("$set", new BsonDocument("t", new BsonString(kilobytes)));
    BsonDocument push = BsonDocument.parse("{$group: {_id: null, all: {$push: '$t'}}}");
    Pipeline pipeline = Pipeline.parse(List.of(stage, push), Expressions.PLAIN);
    List<BsonDocument> input = documents("[{_id: 1}, {_id: 2}]");
    assertThat(Pipelines.run(pipeline, input, new MemoryContext())).hasSize(1);
    List<BsonDocument> many = Collections.nCopies(17, new BsonDocument());
    assertThatThrownBy(() -> Pipelines.run(pipeline, many, new MemoryContext()))
        .hasMessageStartingWith("BSONObj size: ")
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(10334));
  }

  @Test
  void aLeadingMatchIsShown() {
    Variables variables = Variables.at(0);
    DocumentSelection wanted = parse("[{$match: {a: 1}}, {$limit: 1}]").selection(variables);
    assertThat(wanted.query()).isEqualTo(BsonDocument.parse("{a: 1}"));
    assertThat(wanted.filter()).isNotNull();
    assertThat(parse("[{$limit: 1}, {$match: {a: 1}}]").selection(variables))
        .isEqualTo(DocumentSelection.ALL);
    assertThat(parse("[{$match: {}}]").selection(variables)).isEqualTo(DocumentSelection.ALL);
  }

  @Test
  void aPlainCountIsKnown() {
    Pipeline group = parse("[{$match: {}}, {$group: {_id: 1, n: {$sum: 1}}}]");
    assertThat(group.isPlainCount()).isTrue();
    assertThat(group.counted(7)).isEqualTo(documents("[{_id: 1, n: 7}]"));
    assertThat(group.counted(0)).isEmpty();
    Pipeline count = parse("[{$count: 'total'}]");
    assertThat(count.isPlainCount()).isTrue();
    assertThat(count.counted(3_000_000_000L))
        .isEqualTo(documents("[{total: {$numberLong: '3000000000'}}]"));
    assertThat(parse("[{$match: {a: 1}}, {$count: 'n'}]").isPlainCount()).isFalse();
    assertThat(parse("[{$group: {_id: '$a', n: {$sum: 1}}}]").isPlainCount()).isFalse();
    assertThat(parse("[{$group: {_id: 1, n: {$sum: 2}}}]").isPlainCount()).isFalse();
    assertThat(parse("[{$group: {_id: 1, n: {$avg: 1}}}]").isPlainCount()).isFalse();
    assertThat(parse("[]").isPlainCount()).isFalse();
  }

  @Test
  void longLoopsCheckForInterruption() {
    MemoryContext context = new MemoryContext();
    List<BsonDocument> many = Collections.nCopies(1000, new BsonDocument());
    for (String stage :
        List.of(
            "{$match: {a: 1}}",
            "{$group: {_id: '$a'}}",
            "{$sort: {a: 1}}",
            "{$count: 'n'}",
            "{$skip: 999}",
            "{$unwind: '$a'}")) {
      context.checks = 0;
      Pipelines.run("[" + stage + "]", many, context);
      assertThat(context.checks).as(stage).isPositive();
    }
  }
}
