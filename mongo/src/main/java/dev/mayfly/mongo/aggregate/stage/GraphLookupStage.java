package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.FieldPath;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code $graphLookup}: recursive lookup. */
public final class GraphLookupStage implements Stage {
  private static final int FOUND_BYTES = 128;
  private static final int ASKED_BYTES = 96;

  private final GraphLookupOptions options;
  private final Expression startWith;
  private final PathSetter as;
  private final LocalValues connectFrom;
  private final PathSetter depthField;
  private final Filter restriction;
  private final ParseContext parse;

  private GraphLookupStage(GraphLookupOptions options, ParseContext parse) {
    this.options = options;
    this.startWith = ExpressionParser.parse(options.startWith(), parse);
    this.as = PathSetter.parse(options.as());
    this.connectFrom = LocalValues.at(options.connectFromField());
    FieldPath.split(options.connectToField());
    this.depthField = options.depthField() == null ? null : PathSetter.parse(options.depthField());
    this.restriction =
        options.restriction() == null ? null : FilterParser.parse(options.restriction(), parse);
    this.parse = parse;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new GraphLookupStage(GraphLookupOptions.parse(specification), scope.context());
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Namespace from = new Namespace(context.namespace().database(), options.from());
    ForeignIndex index =
        new ForeignIndex("$graphLookup", from, options.connectToField(), false, parse, context);
    return new DerivedStream(source) {
      @Override
      public BsonDocument next() {
        BsonDocument document = source.next();
        return document == null
            ? null
            : as.set(document, reached(document, index, variables, context));
      }

      @Override
      public void close() {
        super.close();
        index.close();
      }
    };
  }

  /** Breadth-first search, so that each document has its minimal depth. */
  private BsonArray reached(
      BsonDocument document, ForeignIndex index, Variables variables, PipelineContext context) {
    Map<ValueKey, BsonDocument> found = new LinkedHashMap<>();
    Set<ValueKey> asked = new HashSet<>();
    List<BsonValue> frontier = start(startWith.evaluate(variables.on(document)));
    try (MemoryUse memory = MemoryUse.of("$graphLookup", context)) {
      for (long depth = 0; !frontier.isEmpty() && depth <= options.maxDepth(); depth++) {
        frontier.removeIf(value -> !asked.add(new ValueKey(value, parse.order())));
        for (BsonValue value : frontier) {
          memory.keep(value, ASKED_BYTES);
        }
        List<BsonValue> next = new ArrayList<>();
        try (DocumentStream matching = index.matching(frontier, variables)) {
          for (BsonDocument each = matching.next(); each != null; each = matching.next()) {
            context.check();
            // The identity of a document does not depend on the collation.
            ValueKey id = new ValueKey(each.get("_id"), BsonOrder.SIMPLE);
            if (!found.containsKey(id) && isWanted(each, variables)) {
              memory.add(FOUND_BYTES + HeapSize.of(each));
              found.put(id, withDepth(each, depth));
              next.addAll(connectFrom.present(each));
            }
          }
        }
        frontier = next;
      }
      context.made().add(memory.heldBytes());
    }
    return new BsonArray(List.copyOf(found.values()));
  }

  private static List<BsonValue> start(BsonValue value) {
    List<BsonValue> values = new ArrayList<>();
    if (value != null && value.isArray()) {
      values.addAll(value.asArray());
    } else if (value != null) {
      values.add(value);
    }
    return values;
  }

  private boolean isWanted(BsonDocument document, Variables variables) {
    return restriction == null || restriction.matches(document, variables, null);
  }

  private BsonDocument withDepth(BsonDocument document, long depth) {
    return depthField == null ? document : depthField.set(document, new BsonInt64(depth));
  }
}
