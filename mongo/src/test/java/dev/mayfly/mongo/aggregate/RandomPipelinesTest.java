package dev.mayfly.mongo.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Random pipelines over random documents do what the naive ones do. */
class RandomPipelinesTest {
  private static final int ROUNDS = Rounds.of(500, 1500);

  @Test
  void randomPipelinesDoAsTheNaiveOnes() {
    RandomPipelines random = new RandomPipelines(Seeds.random(RandomPipelinesTest.class));
    for (int round = 0; round < ROUNDS; round++) {
      List<BsonDocument> documents = random.documents();
      List<BsonDocument> foreign = random.documents();
      List<BsonDocument> stages = random.next();
      List<BsonDocument> expected = new NaivePipeline(foreign).run(stages, documents);
      MemoryContext context = new MemoryContext();
      context.collection("f").addAll(Pipelines.stored(foreign));
      String pipeline = new BsonArray(stages).toString();
      String what = "round %d: %s over %s and %s".formatted(round, stages, documents, foreign);
      Pipeline parsed = Pipeline.parse(stages, Expressions.PLAIN);
      assertThat(Pipelines.plain(Pipelines.run(parsed, Pipelines.stored(documents), context)))
          .as(what)
          .isEqualTo(expected);
      assertThat(Pipelines.plain(Pipelines.run(parsed, documents, context)))
          .as(what + " as made")
          .isEqualTo(expected);
      assertThat(context.heldBytes).as("held after " + pipeline).isZero();
    }
  }
}
