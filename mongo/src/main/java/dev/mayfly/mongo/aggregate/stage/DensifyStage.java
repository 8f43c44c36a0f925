package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.BufferedDocuments;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $densify}: adds documents for the missing values of a sequence. */
public final class DensifyStage implements Stage {
  private static final int MADE_MAX = 500_000;

  private final DensifyOptions options;
  private final PathSetter field;
  private final List<PathSetter> partitionBy = new ArrayList<>();
  private final SortPattern byField;
  private final BsonOrder order;

  private DensifyStage(DensifyOptions options, BsonOrder order) {
    this.options = options;
    this.field = PathSetter.parse(options.field());
    options.partitionByFields().forEach(each -> partitionBy.add(PathSetter.parse(each)));
    this.byField = SortPattern.parse(new BsonDocument(options.field(), new BsonInt32(1)), order);
    this.order = order;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new DensifyStage(DensifyOptions.parse(specification), scope.context().order());
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    MemoryUse memory = MemoryUse.of("$densify", context);
    MemoryUse made = MemoryUse.ofRequest(context);
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        BufferedDocuments input = BufferedDocuments.all(source, memory, steps);
        BufferedDocuments output = new BufferedDocuments(made);
        densify(input.documents(), output, steps);
        input.close();
        return output.stream();
      }
    };
  }

  private void densify(List<BsonDocument> input, BufferedDocuments output, InterruptCheck steps) {
    Partitions partitions = new Partitions(order);
    BsonValue least = null;
    BsonValue most = null;
    for (BsonDocument document : input) {
      BsonValue value = field.get(document);
      if (Values.isNullish(value)) {
        output.add(document);
        continue;
      }
      options.check(value);
      least = least == null || order.compare(value, least) < 0 ? value : least;
      most = most == null || order.compare(value, most) > 0 ? value : most;
      partitions.add(partition(document), document);
    }
    int made = 0;
    for (List<BsonDocument> each : partitions.sorted(byField)) {
      made = fill(each, least, most, made, output, steps);
    }
    if (least == null && options.hasBounds() && partitionBy.isEmpty()) {
      fill(List.of(), null, null, made, output, steps);
    }
  }

  /** The partition fields, which generated documents have too. */
  private BsonDocument partition(BsonDocument document) {
    BsonDocument key = new BsonDocument();
    for (PathSetter path : partitionBy) {
      BsonValue value = path.get(document);
      key = value == null ? key : path.set(key, value);
    }
    return key;
  }

  private int fill(
      List<BsonDocument> documents,
      BsonValue least,
      BsonValue most,
      int madeBefore,
      BufferedDocuments output,
      InterruptCheck steps) {
    BsonDocument like = documents.isEmpty() ? new BsonDocument() : partition(documents.get(0));
    BsonValue first = options.first(value(documents, 0), least);
    BsonValue last = options.last(value(documents, documents.size() - 1), most);
    BsonValue next = first;
    int made = madeBefore;
    int existing = 0;
    for (long step = 1; isBefore(next, last); step++) {
      steps.next();
      while (existing < documents.size()
          && order.compare(field.get(documents.get(existing)), next) < 0) {
        output.add(documents.get(existing++));
      }
      boolean isThere =
          existing < documents.size() && order.equal(field.get(documents.get(existing)), next);
      if (!isThere) {
        if (++made > MADE_MAX) {
          throw new MongoException(
              5897900,
              ("Generated %s documents in $densify, which is over the limit of %s. Increase "
                      + "the 'internalQueryMaxAllowedDensifyDocs' parameter to allow more "
                      + "generated documents")
                  .formatted(made, MADE_MAX));
        }
        output.add(field.set(like, next));
      }
      next = options.value(first, step);
    }
    for (; existing < documents.size(); existing++) {
      output.add(documents.get(existing));
    }
    return made;
  }

  /** Null if there is no such document. */
  private BsonValue value(List<BsonDocument> documents, int position) {
    return documents.isEmpty() ? null : field.get(documents.get(position));
  }

  private boolean isBefore(BsonValue next, BsonValue last) {
    int compared = order.compare(next, last);
    return compared < 0 || compared == 0 && !options.hasBounds();
  }
}
