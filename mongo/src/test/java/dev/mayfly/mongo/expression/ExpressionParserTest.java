package dev.mayfly.mongo.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.TestDocuments;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class ExpressionParserTest {
  @Test
  void constantsAreComputedOnce() {
    Expression expression =
        ExpressionParser.parse(
            TestDocuments.value("{$add: [1, {$multiply: [2, 3]}]}"), Expressions.PLAIN);

    assertThat(expression.constant()).isEqualTo(new BsonInt32(7));
  }

  @Test
  void aConstantThatFailsDoesSoWhenADocumentComes() {
    Expression expression =
        ExpressionParser.parse(TestDocuments.value("{$divide: [1, 0]}"), Expressions.PLAIN);

    assertThat(expression.constant()).isNull();
    assertThatThrownBy(() -> expression.evaluate(Variables.at(0).on(new BsonDocument())))
        .isInstanceOf(MongoException.class);
  }

  @Test
  void nestingIsLimited() {
    BsonValue operators = new BsonInt32(1);
    BsonValue arrays = new BsonInt32(1);
    BsonValue documents = new BsonInt32(1);
    for (int i = 0; i < 1000; i++) {
      operators = new BsonDocument("$abs", operators);
      BsonArray outer = new BsonArray();
      outer.add(arrays);
      arrays = outer;
      documents = new BsonDocument("a", documents);
    }
    for (BsonValue nested : new BsonValue[] {operators, arrays, documents}) {
      assertThatThrownBy(() -> ExpressionParser.parse(nested, Expressions.PLAIN))
          .isInstanceOf(MongoException.class)
          .extracting(thrown -> ((MongoException) thrown).code())
          .isEqualTo(15);
    }
  }
}
