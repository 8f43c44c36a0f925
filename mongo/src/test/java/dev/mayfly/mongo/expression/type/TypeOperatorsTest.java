package dev.mayfly.mongo.expression.type;

import dev.mayfly.mongo.expression.ExpressionCases;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class TypeOperatorsTest {
  @TestFactory
  Stream<DynamicNode> casesHold() {
    return ExpressionCases.of("type");
  }
}
