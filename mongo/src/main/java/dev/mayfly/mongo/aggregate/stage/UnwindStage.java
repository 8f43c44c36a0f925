package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/** {@code $unwind}: one document for each element of an array. */
public record UnwindStage(PathSetter path, PathSetter index, boolean preserves) implements Stage {
  private static final int NO_PATH = 28812;

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (specification.isString()) {
      return new UnwindStage(path(specification.asString().getValue()), null, false);
    }
    if (!specification.isDocument()) {
      throw new MongoException(
          15981,
          "expected either a string or an object as specification for $unwind stage, got "
              + TypeNames.of(specification));
    }
    PathSetter path = null;
    PathSetter index = null;
    boolean preserves = false;
    for (Map.Entry<String, BsonValue> option : specification.asDocument().entrySet()) {
      BsonValue value = option.getValue();
      switch (option.getKey()) {
        case "path" -> path = path(text(value));
        case "preserveNullAndEmptyArrays" -> preserves = flag(value);
        case "includeArrayIndex" -> index = index(value);
        default ->
            throw new MongoException(
                28811, "unrecognized option to $unwind stage: " + option.getKey());
      }
    }
    if (path == null) {
      throw new MongoException(NO_PATH, "no path specified to $unwind stage");
    }
    return new UnwindStage(path, index, preserves);
  }

  private static String text(BsonValue value) {
    if (!value.isString()) {
      throw new MongoException(
          28808, "expected a string as the path for $unwind stage, got " + TypeNames.of(value));
    }
    return value.asString().getValue();
  }

  private static PathSetter path(String path) {
    if (path.isEmpty()) {
      throw new MongoException(NO_PATH, "no path specified to $unwind stage");
    }
    if (!path.startsWith("$")) {
      throw new MongoException(
          28818, "path option to $unwind stage should be prefixed with a '$': " + path);
    }
    return PathSetter.parse(path.substring(1));
  }

  private static boolean flag(BsonValue value) {
    if (!value.isBoolean()) {
      throw new MongoException(
          28809,
          "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got "
              + TypeNames.of(value));
    }
    return value.asBoolean().getValue();
  }

  private static PathSetter index(BsonValue value) {
    if (!value.isString() || value.asString().getValue().isEmpty()) {
      throw new MongoException(
          28810,
          "expected a non-empty string for the includeArrayIndex  option to $unwind stage, got "
              + TypeNames.of(value));
    }
    BsonString name = value.asString();
    if (name.getValue().startsWith("$")) {
      throw new MongoException(
          28822,
          "includeArrayIndex option to $unwind stage should not be prefixed with a '$': "
              + name.getValue());
    }
    return PathSetter.parse(name.getValue());
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    return new Unwound(source, new InterruptCheck(context), context);
  }

  private final class Unwound extends DerivedStream {
    private final InterruptCheck steps;
    private final PipelineContext context;
    private BsonDocument document;
    private List<BsonValue> elements = List.of();
    private int position;
    private long elementsBytes;

    Unwound(DocumentStream source, InterruptCheck steps, PipelineContext context) {
      super(source);
      this.steps = steps;
      this.context = context;
    }

    @Override
    public BsonDocument next() {
      while (position == elements.size()) {
        document = source.next();
        if (document == null) {
          return null;
        }
        steps.next();
        BsonValue value = path.get(document);
        if (value != null && value.isArray() && !value.asArray().isEmpty()) {
          hold(value);
          elements = value.asArray();
          position = 0;
        } else {
          BsonDocument whole = whole(value);
          if (whole != null) {
            return whole;
          }
        }
      }
      return element(position++);
    }

    /** Stored elements are materialized here, and charged until the next document. */
    private void hold(BsonValue array) {
      context.heap().charge(-elementsBytes);
      elementsBytes = 0;
      long bytes = document instanceof LazyDocument ? HeapSize.of(array) : 0;
      context.heap().charge(bytes);
      elementsBytes = bytes;
    }

    @Override
    public void close() {
      super.close();
      context.heap().charge(-elementsBytes);
      elementsBytes = 0;
    }

    private BsonDocument element(int at) {
      BsonDocument result = path.set(document, elements.get(at));
      return index == null ? result : index.set(result, new BsonInt64(at));
    }

    private boolean isNullish(BsonValue value) {
      return value == null || value.isNull() || value.getBsonType() == BsonType.UNDEFINED;
    }

    /** The output for a value that is no array, or an empty one. */
    private BsonDocument whole(BsonValue value) {
      boolean isArray = value != null && value.isArray();
      boolean isNothing = isArray || isNullish(value);
      if (isNothing && !preserves) {
        return null;
      }
      BsonDocument result = isArray ? path.remove(document) : document;
      return index == null ? result : index.set(result, BsonNull.VALUE);
    }
  }
}
