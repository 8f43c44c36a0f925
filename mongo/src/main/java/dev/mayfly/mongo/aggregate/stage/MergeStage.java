package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.OutputStage;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineContext.MergeTarget;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
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
import org.bson.BsonValue;

/** {@code $merge}: writes each document into a collection, combined with the one it matches. */
public final class MergeStage implements OutputStage {
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
            : Pipeline.parse(options.pipeline(), scope.inside("$merge", null, names));
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new MergeStage(MergeOptions.parse(specification), scope);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        MergeTarget target = context.merging(options.into().in(context));
        MergeKey key = MergeKey.of(options.on(), target);
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          // Matched by other fields, a document without _id takes that of its match.
          BsonDocument document = options.on().contains("_id") ? WithId.of(each) : each;
          while (!merge(document, key, target, variables, context)) {
            context.check();
          }
        }
        return DocumentStreams.EMPTY;
      }
    };
  }

  /** False on a conflict: the match was modified concurrently, or one was inserted. */
  private boolean merge(
      BsonDocument document,
      MergeKey keys,
      MergeTarget target,
      Variables variables,
      PipelineContext context) {
    BsonDocument key = keys.of(document);
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
          throw target
              .duplicate(key)
              .in(
                  "$merge with whenMatched: fail found an existing document with the same values"
                      + " for the 'on' fields :: caused by :: ");
      default -> true;
    };
  }

  /** False if a match was inserted concurrently. */
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

  /** The {@code _id} is immutable. */
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
