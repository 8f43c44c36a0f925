package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.FieldPath;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Computed fields as a tree by path. Arrays on a path are traversed. */
final class AddedFields {
  private final Map<String, AddedFields> inner = new LinkedHashMap<>();
  private final Expression expression;

  private AddedFields(Expression expression) {
    this.expression = expression;
  }

  static AddedFields parse(BsonDocument specification, ParseContext context) {
    AddedFields root = new AddedFields(null);
    for (Map.Entry<String, BsonValue> field : specification.entrySet()) {
      root.add(field.getKey(), field.getKey(), field.getValue(), context);
    }
    return root;
  }

  private void add(String path, String whole, BsonValue value, ParseContext context) {
    String[] names = FieldPath.split(path);
    AddedFields parent = this;
    for (String name : Arrays.copyOf(names, names.length - 1)) {
      parent = parent.inner.computeIfAbsent(name, any -> new AddedFields(null));
      if (parent.expression != null) {
        throw collision(whole);
      }
    }
    String last = names[names.length - 1];
    if (isInnerSpecification(value, whole)) {
      AddedFields child = parent.inner.computeIfAbsent(last, any -> new AddedFields(null));
      if (child.expression != null) {
        throw collision(whole);
      }
      for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
        child.add(field.getKey(), whole + "." + field.getKey(), field.getValue(), context);
      }
      return;
    }
    AddedFields leaf = new AddedFields(ExpressionParser.parse(value, context));
    if (parent.inner.put(last, leaf) != null) {
      throw collision(whole);
    }
  }

  private static boolean isInnerSpecification(BsonValue value, String path) {
    if (!value.isDocument()) {
      return false;
    }
    BsonDocument document = value.asDocument();
    if (document.isEmpty()) {
      return false;
    }
    boolean isOperator = document.getFirstKey().startsWith("$");
    for (String name : document.keySet()) {
      if (!isOperator && name.startsWith("$")) {
        throw new MongoException(
            40182, "can't mix operators and fields at path " + path + ": " + name);
      }
    }
    return !isOperator;
  }

  private static MongoException collision(String path) {
    return new MongoException(
        40176,
        "specification contains two conflicting paths. Cannot specify both '"
            + path
            + "' and a path that begins with it or that it begins with");
  }

  BsonDocument apply(BsonDocument document, Variables variables) {
    return fill(PathSetter.copy(document), variables);
  }

  private BsonDocument fill(BsonDocument target, Variables variables) {
    for (Map.Entry<String, AddedFields> each : inner.entrySet()) {
      String name = each.getKey();
      BsonValue value = each.getValue().value(target.get(name), variables);
      if (value == null) {
        target.remove(name);
      } else {
        target.put(name, value);
      }
    }
    return target;
  }

  private BsonValue value(BsonValue before, Variables variables) {
    if (expression != null) {
      return expression.evaluate(variables);
    }
    if (before != null && before.isArray()) {
      BsonArray elements = new BsonArray();
      for (BsonValue element : before.asArray()) {
        elements.add(value(element, variables));
      }
      return elements;
    }
    return fill(PathSetter.copy(before), variables);
  }
}
