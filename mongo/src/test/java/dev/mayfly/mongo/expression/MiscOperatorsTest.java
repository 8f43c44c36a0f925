package dev.mayfly.mongo.expression;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class MiscOperatorsTest {
  @TestFactory
  Stream<DynamicNode> casesHold() {
    return ExpressionCases.of("misc");
  }
}
