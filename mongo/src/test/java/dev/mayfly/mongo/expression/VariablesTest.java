package dev.mayfly.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.TestDocuments;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

class VariablesTest {
  @Test
  void theInnermostVariableOfANameCounts() {
    Variables variables =
        Variables.at(0).with("x", new BsonInt32(1)).with("y", null).with("x", new BsonInt32(2));

    assertThat(variables.get("x")).isEqualTo(new BsonInt32(2));
    assertThat(variables.get("y")).isNull();
    assertThat(variables.get("z")).isNull();
  }

  @Test
  void aLongComputationIsWatched() {
    Variables variables =
        Variables.at(0)
            .watchedBy(
                () -> {
                  throw new MongoException(50, "operation exceeded time limit");
                },
                new TransientMemory(bytes -> {}))
            .on(new BsonDocument());

    for (String each :
        new String[] {
          "{$map: {input: {$range: [0, 9999]}, in: '$$this'}}",
          "{$filter: {input: {$range: [0, 9999]}, cond: '$$this'}}",
          "{$reduce: {input: {$range: [0, 9999]}, initialValue: 0, in: '$$this'}}"
        }) {
      Expression expression = ExpressionParser.parse(TestDocuments.value(each), Expressions.PLAIN);
      assertThatThrownBy(() -> expression.evaluate(variables))
          .isInstanceOf(MongoException.class)
          .hasMessage("operation exceeded time limit");
    }
  }
}
