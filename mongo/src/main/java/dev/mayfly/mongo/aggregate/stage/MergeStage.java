package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineContext.MergeTarget;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.aggregate.WritingStage;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Variables;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/** {@code $merge}: writes each document into a collection, where it may meet one of its kind. */
public final class MergeStage implements WritingStage {
  private static final int NOT_UNIQUE = 51190;
  private static final int NO_VALUE = 51132;

  private final MergeOptions options;
  private final Map<String, Expression> let = new LinkedHashMap<>();
  private final Pipeline pipeline;

  private MergeStage(MergeOptions options, PipelineScope scope) {
    this.options = options;
    options
        .let()
        .forEach((name, value) -> let.put(name, ExpressionParser.parse(value, scope.context())));
    Set<String> names = new HashSet<>(let.keySet());
    names.add("new");
    this.pipeline =
        options.pipeline() == null
            ? null
            : Pipeline.parse(options.pipeline(), scope.inside("$merge", names));
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new MergeStage(MergeOptions.parse(specification), scope);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
    return new DrainedStream(source) {
      @Override
      protected DocumentStream drain() {
        MergeTarget target = context.merging(options.into().in(context));
        if (!target.isUnique(options.on())) {
          throw new MongoException(
              NOT_UNIQUE, "Cannot find index to verify that join fields will be unique");
        }
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          // Found by other fields, a document without an _id has that of the one it meets.
          BsonDocument document = options.on().contains("_id") ? WithId.of(each) : each;
          while (!merge(document, target, variables, context)) {
            context.check();
          }
        }
        return DocumentStreams.EMPTY;
      }
    };
  }

  /** False if the document that it met has changed meanwhile, or one came where none was. */
  private boolean merge(
      BsonDocument document, MergeTarget target, Variables variables, PipelineContext context) {
    BsonDocument key = key(document);
    BsonDocument existing = target.find(key);
    if (existing == null) {
      return insert(document, key, target);
    }
    return switch (options.whenMatched()) {
      case "replace" -> target.replace(sameId(existing, document));
      case "merge" -> target.replace(sameId(existing, merged(existing, document)));
      case "pipeline" ->
          target.replace(sameId(existing, computed(existing, document, variables, context)));
      case "fail" ->
          throw new MongoException(
              ErrorCodes.DUPLICATE_KEY,
              "$merge with whenMatched: fail found an existing document with the same values for"
                  + " the 'on' fields");
      default -> true;
    };
  }

  /** False if somebody else has made one of its kind meanwhile: then it is a match. */
  private boolean insert(BsonDocument document, BsonDocument key, MergeTarget target) {
    switch (options.whenNotMatched()) {
      case "insert" -> {
        try {
          target.insert(document);
        } catch (MongoException e) {
          if (e.code() != ErrorCodes.DUPLICATE_KEY || target.find(key) == null) {
            throw e;
          }
          return false;
        }
      }
      case "fail" ->
          throw new MongoException(
              ErrorCodes.MERGE_STAGE_NO_MATCHING_DOCUMENT,
              "$merge could not find a matching document in the target collection for at least"
                  + " one document in the source collection");
      default -> {
        // Discarded.
      }
    }
    return true;
  }

  private BsonDocument key(BsonDocument document) {
    List<String> fields = options.on();
    BsonDocument key = new BsonDocument();
    for (String field : fields) {
      BsonValue value = PathSetter.parse(field).get(document);
      boolean isValue =
          value != null
              && !value.isNull()
              && !value.isArray()
              && value.getBsonType() != BsonType.UNDEFINED;
      if (!isValue) {
        throw new MongoException(
            NO_VALUE,
            "$merge write error: 'on' field cannot be missing, null, undefined or an array");
      }
      key.put(field, value);
    }
    return key;
  }

  private static BsonDocument merged(BsonDocument existing, BsonDocument document) {
    BsonDocument result = PathSetter.copy(existing);
    result.putAll(document);
    return result;
  }

  private BsonDocument computed(
      BsonDocument existing, BsonDocument document, Variables variables, PipelineContext context) {
    Variables onNew = variables.on(document);
    Variables inside = variables.with("new", document);
    for (Map.Entry<String, Expression> each : let.entrySet()) {
      inside = inside.with(each.getKey(), each.getValue().evaluate(onNew));
    }
    List<BsonDocument> results =
        DocumentStreams.all(pipeline.open(DocumentStreams.of(List.of(existing)), inside, context));
    return results.get(0);
  }

  /** A document keeps its {@code _id} for life. */
  private BsonDocument sameId(BsonDocument existing, BsonDocument document) {
    BsonValue id = document.get("_id");
    if (id != null && BsonOrder.SIMPLE.equal(id, existing.get("_id"))) {
      return document;
    }
    if (id == null) {
      BsonDocument result = new BsonDocument("_id", existing.get("_id"));
      result.putAll(document);
      return result;
    }
    throw new MongoException(
        ErrorCodes.IMMUTABLE_FIELD,
        "$merge failed to update the matching document, did you attempt to modify the _id or the"
            + " shard key? :: caused by :: Performing an update on the path '_id' would modify the"
            + " immutable field '_id'");
  }
}
