package dev.mayfly.mongo.projection;

import static dev.mayfly.mongo.error.ErrorCodes.INVALID_PIPELINE_OPERATOR;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.FieldPath;
import dev.mayfly.mongo.expression.Meta;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Parses projections, which are inclusions or exclusions. */
final class ProjectionParser {
  private static final String ID = "_id";

  private final ParseContext context;
  private final boolean ofFind;
  private final ProjectionNode root = ProjectionNode.root();
  private final List<SliceProjection> slices = new ArrayList<>();
  private Positional positional;
  private boolean hasElemMatch;
  private boolean idKept;
  private boolean idNamed;

  /** Null while undetermined. */
  private Boolean inclusion;

  /**
   * @param ofFind whether it is a find projection
   */
  ProjectionParser(ParseContext context, boolean ofFind) {
    this.context = context;
    this.ofFind = ofFind;
  }

  Projection parse(BsonDocument specification) {
    if (specification.isEmpty() && !ofFind) {
      throw new MongoException(51272, "projection specification must have at least one field");
    }
    for (Map.Entry<String, BsonValue> each : specification.entrySet()) {
      idNamed |= each.getKey().equals(ID) || each.getKey().startsWith(ID + ".");
      field("", each.getKey(), each.getValue());
    }
    boolean shown = inclusion != null ? inclusion : inclusionOfTheRest();
    if (shown && !idNamed) {
      root.add(new String[] {ID}, ProjectionNode.keep());
    }
    if (!shown && idKept) {
      root.remove(ID);
    }
    return new Projection(new TreeProjection(root, !shown), positional, slices);
  }

  /** If only _id and find operators are named. */
  private boolean inclusionOfTheRest() {
    return slices.isEmpty() ? hasElemMatch || idKept : idKept;
  }

  private void field(String parent, String name, BsonValue value) {
    boolean marked = name.equals("$") || name.endsWith(".$") || name.contains(".$.");
    if (marked && !ofFind) {
      throw new MongoException(31324, "Cannot use positional projection in aggregation projection");
    }
    if (value.isDocument()) {
      if (marked) {
        throw new MongoException(
            31271, "positional projection cannot be used with an expression or sub object");
      }
      inside(parent, name, value.asDocument());
    } else if (value.isBoolean() || Numbers.isNumber(value)) {
      includeOrExclude(parent, name, value, marked);
    } else {
      if (marked) {
        throw new MongoException(31308, "positional projection cannot be used with a literal");
      }
      literal(parent, name, value);
    }
  }

  private void includeOrExclude(String parent, String name, BsonValue value, boolean marked) {
    boolean shown = value.isBoolean() ? value.asBoolean().getValue() : Numbers.toDouble(value) != 0;
    if (marked) {
      positional(parent, name, shown);
      return;
    }
    root.add(FieldPath.split(parent + name), shown ? ProjectionNode.keep() : ProjectionNode.drop());
    if (parent.isEmpty() && name.equals(ID)) {
      idKept = shown;
    } else {
      decide(name, shown);
    }
  }

  private void decide(String name, boolean shown) {
    if (inclusion != null && inclusion != shown) {
      throw shown
          ? new MongoException(
              31253, "Cannot do inclusion on field " + name + " in exclusion projection")
          : new MongoException(
              31254, "Cannot do exclusion on field " + name + " in inclusion projection");
    }
    inclusion = shown;
  }

  private void positional(String parent, String name, boolean shown) {
    if (!shown) {
      throw new MongoException(31395, "positional projection cannot be used with exclusion");
    }
    if (positional != null) {
      throw new MongoException(
          31276, "Cannot specify more than one positional projection per query.");
    }
    if (hasElemMatch) {
      throw new MongoException(31256, "Cannot specify positional operator and $elemMatch.");
    }
    if (!name.endsWith(".$") || name.contains(".$.")) {
      throw new MongoException(
          31394,
          "As of 4.4, it's illegal to specify positional operator in the middle of a path."
              + "Positional projection may only be used at the end, for example: a.b.$. If the"
              + " query previously used a form like a.b.$.d, remove the parts following the '$'"
              + " and the results will be equivalent.");
    }
    String[] path = FieldPath.split(parent + name.substring(0, name.length() - 2));
    root.add(path, ProjectionNode.keep());
    positional = new Positional(path);
    decide(name, true);
  }

  private void literal(String parent, String name, BsonValue value) {
    root.add(FieldPath.split(parent + name), ProjectionNode.compute(expression(value)));
    if (inclusion != null && !inclusion) {
      throw new MongoException(
          31310,
          "Cannot use an expression %s in an exclusion projection"
              .formatted(BsonText.field(name, value)));
    }
    inclusion = true;
  }

  private Expression expression(BsonValue value) {
    return ExpressionParser.parse(value, context);
  }

  private void inside(String parent, String name, BsonDocument value) {
    if (value.isEmpty()) {
      throw new MongoException(
          51270, "An empty sub-projection is not a valid value. Found empty object at path");
    }
    if (value.getFirstKey().startsWith("$") && value.size() == 1) {
      operator(parent, name, value);
      return;
    }
    FieldPath.split(name);
    for (Map.Entry<String, BsonValue> each : value.entrySet()) {
      field(parent + name + ".", each.getKey(), each.getValue());
    }
  }

  private void operator(String parent, String name, BsonDocument value) {
    String[] path = FieldPath.split(parent + name);
    BsonValue operand = value.get(value.getFirstKey());
    if (ofFind && value.getFirstKey().equals("$elemMatch")) {
      elemMatch(path, operand);
      return;
    }
    if (ofFind && value.getFirstKey().equals("$slice") && slice(path, operand)) {
      return;
    }
    if (value.getFirstKey().equals("$elemMatch")) {
      throw new MongoException(INVALID_PIPELINE_OPERATOR, "Cannot use $elemMatch in this context");
    }
    boolean meta = value.getFirstKey().equals("$meta");
    if (!meta && inclusion != null && !inclusion) {
      throw new MongoException(
          31252, "Cannot use expression other than $meta in exclusion projection");
    }
    checkKnown(value.getFirstKey(), operand);
    // Metadata beside nothing else are added to the whole documents that a find returns.
    if (!meta || !ofFind) {
      inclusion = true;
    }
    root.add(path, ProjectionNode.compute(expression(value)));
  }

  private void checkKnown(String name, BsonValue operand) {
    boolean known =
        operand.isString()
            && (operand.asString().getValue().equals("sortKey")
                || operand.asString().getValue().equals("textScore")
                || operand.asString().getValue().equals(Meta.VECTOR_SCORE)
                || operand.asString().getValue().equals(Meta.REMAINING_SECONDS));
    if (name.equals("$meta") && !known) {
      throw new MongoException(17308, "Unsupported argument to $meta: " + BsonText.of(operand));
    }
    if (!context.operators().containsKey(name)) {
      throw new MongoException(31325, "Unknown expression " + name);
    }
  }

  private void elemMatch(String[] path, BsonValue operand) {
    if (!operand.isDocument()) {
      throw new MongoException(
          31274, "elemMatch: Invalid argument, object required, but got " + TypeNames.of(operand));
    }
    if (positional != null) {
      throw new MongoException(31255, "Cannot specify positional operator and $elemMatch.");
    }
    if (path.length != 1) {
      throw new MongoException(31275, "Cannot use $elemMatch projection on a nested field.");
    }
    root.add(path, ProjectionNode.compute(ElemMatchExpression.parse(path[0], operand, context)));
    hasElemMatch = true;
  }

  /** False if it is the expression operator. */
  private boolean slice(String[] path, BsonValue operand) {
    if (Numbers.isNumber(operand)) {
      addSlice(path, null, clamped(operand));
      return true;
    }
    if (!operand.isArray()) {
      throw invalidSlice(31273, "$slice only supports numbers and [skip, limit] arrays", operand);
    }
    List<BsonValue> both = operand.asArray();
    if (both.size() != 2 || !Numbers.isNumber(both.get(0))) {
      return false;
    }
    if (!Numbers.isNumber(both.get(1))) {
      throw invalidSlice(
          31258,
          "$slice expects the limit argument to be a number, got " + TypeNames.of(both.get(1)),
          operand);
    }
    int limit = clamped(both.get(1));
    if (limit <= 0) {
      throw invalidSlice(31259, "$slice limit must be positive, got " + limit, operand);
    }
    addSlice(path, clamped(both.get(0)), limit);
    return true;
  }

  private static MongoException invalidSlice(int code, String reason, BsonValue operand) {
    return new MongoException(
        28724,
        ("Invalid $slice syntax. The given syntax %s did not match the find() syntax "
                + "because :: Location%s: %s :: The given syntax did not match the expression "
                + "$slice syntax. :: caused by :: First argument to $slice must be an array, "
                + "but is of type: %s")
            .formatted(
                BsonText.of(new BsonDocument("$slice", operand)),
                code,
                reason,
                TypeNames.of(operand.isArray() ? operand.asArray().get(0) : operand)));
  }

  private static int clamped(BsonValue number) {
    return (int) Numbers.toDouble(number);
  }

  private void addSlice(String[] path, Integer skip, int limit) {
    root.add(path, ProjectionNode.keep());
    slices.add(new SliceProjection(path, skip, limit));
  }
}
