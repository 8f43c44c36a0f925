package dev.mayfly.mongo.expression.trigonometry;

import dev.mayfly.mongo.expression.ExpressionCases;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class TrigonometryOperatorsTest {
  @TestFactory
  Stream<DynamicNode> casesHold() {
    return ExpressionCases.of("trigonometry");
  }
}
