package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentSelection;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.SourceStage;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.geo.NearQuery;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonValue;

/** {@code $geoNear}: the documents of the collection by their distance from a place. */
public final class GeoNearStage implements SourceStage {
  private static final String NAME = "$geoNear";

  private final ParseContext parse;
  private Expression near;
  private Expression minDistance;
  private Expression maxDistance;
  private PathSetter distanceField;
  private PathSetter includeLocs;
  private String key;
  private BsonDocument query = new BsonDocument();
  private Filter filter;
  private boolean spherical;
  private double multiplier = 1;

  private GeoNearStage(ParseContext parse) {
    this.parse = parse;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(10065, "invalid parameter: expected an object (" + NAME + ")");
    }
    GeoNearStage stage = new GeoNearStage(scope.context());
    specification.asDocument().forEach(stage::option);
    if (stage.near == null) {
      throw new MongoException(16605, "$geoNear requires a 'near' option as an Array");
    }
    if (stage.distanceField == null) {
      throw new MongoException(16606, "$geoNear requires a 'distanceField' option as a String");
    }
    stage.filter = FilterParser.parse(stage.query, stage.parse);
    return stage;
  }

  private void option(String name, BsonValue value) {
    switch (name) {
      case "near" -> near = ExpressionParser.parse(value, parse);
      case "distanceField" -> distanceField = path(name, value, 16606);
      case "includeLocs" -> includeLocs = path(name, value, 16607);
      case "minDistance" -> minDistance = ExpressionParser.parse(value, parse);
      case "maxDistance" -> maxDistance = ExpressionParser.parse(value, parse);
      case "spherical" -> spherical = Values.isTrue(value);
      case "distanceMultiplier" -> multiplier = multiplier(value);
      case "query" -> {
        if (!value.isDocument()) {
          throw new MongoException(
              ErrorCodes.TYPE_MISMATCH,
              "expected $geoNear 'query' to be an object, but found " + TypeNames.of(value));
        }
        query = value.asDocument();
      }
      case "key" -> key = key(value);
      case "uniqueDocs" -> {
        // without an effect
      }
      case "limit", "num", "start" ->
          throw new MongoException(
              name.equals("limit") ? 50858 : name.equals("num") ? 50857 : 50856,
              "$geoNear no longer supports the '"
                  + name
                  + "' parameter. Use a $limit stage instead.");
      case "collation" ->
          throw new MongoException(
              40227,
              "$geoNear does not accept the 'collation' parameter. Instead, specify a collation for"
                  + " the entire aggregation command.");
      default ->
          throw new MongoException(
              ErrorCodes.FAILED_TO_PARSE, "Unknown argument to $geoNear: " + name);
    }
  }

  private static PathSetter path(String name, BsonValue value, int code) {
    if (!value.isString()) {
      throw new MongoException(
          code,
          code == 16606
              ? "$geoNear requires a 'distanceField' option as a String"
              : "$geoNear requires that '" + name + "' option is a String");
    }
    return PathSetter.parse(value.asString().getValue());
  }

  private static double multiplier(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(ErrorCodes.TYPE_MISMATCH, "distanceMultiplier must be numeric");
    }
    if (!(Numbers.toDouble(value) >= 0)) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "distanceMultiplier must be nonnegative");
    }
    return Numbers.toDouble(value);
  }

  private static String key(BsonValue value) {
    if (!value.isString()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH,
          "$geoNear parameter 'key' must be of type string but found type: " + TypeNames.of(value));
    }
    if (value.asString().getValue().isEmpty()) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "$geoNear parameter 'key' cannot be the empty string");
    }
    return value.asString().getValue();
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    source.close();
    String field = key != null ? key : context.geoField(context.namespace());
    if (field == null) {
      return DocumentStreams.EMPTY;
    }
    NearQuery found = search(variables, field);
    DocumentStream documents =
        context.documents(
            context.namespace(),
            new DocumentSelection(
                query,
                parse,
                (document, none, match) -> filter.matches(document, variables, match),
                found));
    return new DerivedStream(documents) {
      @Override
      public BsonDocument next() {
        BsonDocument document = documents.next();
        return document == null ? null : measured(document, found);
      }
    };
  }

  private NearQuery search(Variables variables, String field) {
    Variables none = variables.on(new BsonDocument());
    BsonValue place = near.evaluate(none);
    if (place == null || !place.isDocument() && !place.isArray()) {
      throw new MongoException(16605, "$geoNear requires a 'near' option as an Array");
    }
    BsonDocument operators = new BsonDocument(spherical ? "$nearSphere" : "$near", place);
    add(operators, "$minDistance", minDistance, none);
    add(operators, "$maxDistance", maxDistance, none);
    return NearQuery.parse(field, operators);
  }

  private static void add(
      BsonDocument operators, String name, Expression value, Variables variables) {
    BsonValue distance = value == null ? null : value.evaluate(variables);
    if (value != null) {
      if (distance == null || !Numbers.isNumber(distance)) {
        throw new MongoException(ErrorCodes.TYPE_MISMATCH, name.substring(1) + " must be numeric");
      }
      operators.append(name, distance);
    }
  }

  private BsonDocument measured(BsonDocument document, NearQuery search) {
    BsonDocument measured =
        distanceField.set(document, new BsonDouble(search.distance(document) * multiplier));
    return includeLocs == null ? measured : includeLocs.set(measured, search.location(document));
  }
}
