package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BufferedDocuments;
import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $lookup}: joins documents of a foreign collection. */
public final class LookupStage implements Stage {
  private static final int TOO_LARGE = 4568;

  private final String from;
  private final PathSetter as;
  private final LocalValues local;
  private final String foreignField;
  private final Map<String, Expression> let;
  private final Pipeline pipeline;
  private final Pipeline afterSource;
  private final boolean isIndependent;
  private final ParseContext parse;

  private LookupStage(LookupOptions options, PipelineScope scope) {
    this.from = options.from();
    this.as = PathSetter.parse(options.as());
    this.local = options.localField() == null ? null : LocalValues.at(options.localField());
    this.foreignField = options.foreignField();
    this.let = new LinkedHashMap<>();
    options
        .let()
        .forEach((name, value) -> let.put(name, ExpressionParser.parse(value, scope.context())));
    this.pipeline =
        Pipeline.parse(options.pipeline(), scope.inside("$lookup", from, options.let().keySet()));
    this.afterSource = pipeline.afterSource();
    this.isIndependent = let.isEmpty() && !NondeterministicOperators.isIn(options.pipeline());
    this.parse = scope.context();
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    LookupOptions options = LookupOptions.parse(specification);
    LookupStage stage = new LookupStage(options, scope);
    options.checkSource(stage.pipeline);
    return stage;
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    return new Joined(source, variables, context);
  }

  private final class Joined extends DerivedStream {
    private final Variables variables;
    private final PipelineContext context;
    private final Namespace foreign;
    private final ForeignIndex index;
    private BufferedDocuments sameForAll;

    Joined(DocumentStream source, Variables variables, PipelineContext context) {
      super(source);
      this.variables = variables;
      this.context = context;
      String database = context.namespace().database();
      this.foreign = new Namespace(database, from == null ? "" : from);
      this.index =
          local == null
              ? null
              : new ForeignIndex("$lookup", foreign, foreignField, true, parse, context);
      if (index != null && pipeline.hasOwnSource() && isIndependent) {
        index.readFrom(() -> source(variables));
      }
    }

    @Override
    public BsonDocument next() {
      BsonDocument document = source.next();
      if (document == null) {
        return null;
      }
      context.check();
      return as.set(document, array(local == null && isIndependent ? same() : open(document)));
    }

    private DocumentStream same() {
      if (sameForAll == null) {
        MemoryUse memory = MemoryUse.of("$lookup", context);
        DocumentStream all = pipeline.openOn(foreign, variables, context);
        sameForAll = BufferedDocuments.all(all, memory, new InterruptCheck(context));
      }
      return DocumentStreams.of(sameForAll.documents());
    }

    private DocumentStream open(BsonDocument document) {
      Variables outside = variables.on(document);
      Variables inside = variables;
      for (Map.Entry<String, Expression> each : let.entrySet()) {
        inside = inside.with(each.getKey(), each.getValue().evaluate(outside));
      }
      if (local == null) {
        return pipeline.openOn(foreign, inside, context);
      }
      List<BsonValue> values = local.of(document);
      DocumentStream joined =
          pipeline.hasOwnSource() && !isIndependent
              ? index.matching(values, inside, source(inside))
              : index.matching(values, inside);
      return afterSource.open(joined, inside, context);
    }

    private DocumentStream source(Variables inside) {
      return pipeline.source().open(DocumentStreams.EMPTY, inside, context);
    }

    private BsonArray array(DocumentStream found) {
      BsonArray array = new BsonArray();
      long size = 0;
      try (found) {
        for (BsonDocument each = found.next(); each != null; each = found.next()) {
          size += BsonSize.of(each);
          if (size > BsonSize.MAX_DOCUMENT_BYTES) {
            throw new MongoException(
                TOO_LARGE,
                "Total size of documents in %s matching pipeline's $lookup stage exceeds %s bytes"
                    .formatted(from, BsonSize.MAX_DOCUMENT_BYTES));
          }
          context.made().add(HeapSize.ELEMENT + HeapSize.of(each));
          array.add(each);
        }
      }
      return array;
    }

    @Override
    public void close() {
      super.close();
      if (index != null) {
        index.close();
      }
      if (sameForAll != null) {
        sameForAll.close();
      }
    }
  }
}
