package dev.mayfly.mongo.aggregate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class ExprEqualityTest {
  private static final ParseContext PARSE = Expressions.PLAIN.with(Set.of("v", "w"));

  /** What a query becomes with v and w. */
  private static BsonDocument added(String query, String values) {
    BsonDocument document = BsonDocument.parse(query);
    List<ExprEquality> found = ExprEquality.in(document, PARSE);
    BsonDocument given = BsonDocument.parse(values);
    Variables variables = Variables.at(0);
    for (String name : List.of("v", "w")) {
      BsonValue value = given.get(name);
      variables = variables.with(name, value);
    }
    return ExprEquality.added(document, found, variables);
  }

  private static void expectMore(String query, String values, String more) {
    BsonDocument expected = BsonDocument.parse("{$and: [" + query + "," + more + "]}");
    assertThat(added(query, values)).as(query).isEqualTo(expected);
  }

  private static void expectSame(String query, String values) {
    assertThat(added(query, values)).as(query).isEqualTo(BsonDocument.parse(query));
  }

  @Test
  void fieldsThatAreEqualToVariablesAreFound() {
    expectMore("{$expr: {$eq: ['$a', '$$v']}}", "{v: 5}", "{a: {$eq: 5}}");
    expectMore("{$expr: {$eq: ['$$v.x', '$a.b']}}", "{v: {x: 'y'}}", "{'a.b': {$eq: 'y'}}");
    expectMore(
        "{s: 1, $expr: {$and: [{$eq: ['$a', '$$v']}, {$gt: ['$n', 1]}, {$eq: ['$b', '$$w']}]}}",
        "{v: 5, w: 6}",
        "{a: {$eq: 5}}, {b: {$eq: 6}}");
  }

  @Test
  void whatAFilterWouldFindDifferentlyIsLeft() {
    for (String value : List.of("null", "[1]", "{$undefined: true}", "/x/")) {
      expectSame("{$expr: {$eq: ['$a', '$$v']}}", "{v: " + value + "}");
    }
    expectSame("{$expr: {$eq: ['$a', '$$v.none']}}", "{v: {}}");
    expectSame("{$expr: {$or: [{$eq: ['$a', '$$v']}, {$eq: ['$b', '$$v']}]}}", "{v: 1}");
    expectSame("{$expr: {$not: [{$eq: ['$a', '$$v']}]}}", "{v: 1}");
    expectSame("{$expr: {$eq: ['$a', '$$ROOT.b']}}", "{v: 1}");
    expectSame("{$expr: {$eq: ['$a', '$b']}}", "{v: 1}");
    expectSame("{a: 1}", "{v: 1}");
  }
}
