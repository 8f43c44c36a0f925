package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortKeyExpression;
import dev.mayfly.mongo.sort.SortPattern;
import dev.mayfly.mongo.sort.SortRow;
import dev.mayfly.mongo.sort.SortRowCodec;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.buffer.SortBuffer;
import dev.mayfly.query.spill.SpillCounts;
import java.util.Iterator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $sort}, stable. */
public final class SortStage implements Stage {
  private final SortPattern pattern;
  private final long limit;

  private SortStage(SortPattern pattern, long limit) {
    this.pattern = pattern;
    this.limit = limit;
  }

  /** The key of {@code {$meta: "sortKey"}} behind this stage. */
  Expression key() {
    return new SortKeyExpression(pattern);
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new SortStage(SortPattern.parse(specification, scope.context()), Long.MAX_VALUE);
  }

  SortPattern pattern() {
    return pattern;
  }

  /** How many documents of the result are needed. */
  long limit() {
    return limit;
  }

  /** This sort with a limit. */
  public SortStage atMost(long documents) {
    return new SortStage(pattern, documents);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    SortBuffer<SortRow<BsonDocument>> rows =
        SortBuffer.of(
            Checkpoint.within(SortRow.order(pattern)),
            limit,
            row -> row.heapBytes(HeapSize.of(row.value())),
            MemoryUse.ofSort(context.heap(), context.limits()),
            context.spill(),
            SortRowCodec.ofDocuments(pattern::key),
            new SpillCounts(context.spilled(), context.limits().sorts()));
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        long arrival = 0;
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          BsonValue[] key = pattern.key(each);
          rows.add(
              new SortRow<>(
                  key, pattern.prefix(key), pattern.rest(key), arrival++, Detached.of(each)));
        }
        return sorted(rows);
      }

      @Override
      public void close() {
        super.close();
        rows.close();
      }
    };
  }

  /** Documents sorted by one field. */
  static SortStage by(String field, BsonOrder order) {
    return new SortStage(
        SortPattern.parse(new BsonDocument(field, new BsonInt32(1)), order), Long.MAX_VALUE);
  }

  private static DocumentStream sorted(SortBuffer<SortRow<BsonDocument>> rows) {
    Iterator<SortRow<BsonDocument>> sorted = rows.sorted();
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        return sorted.hasNext() ? sorted.next().value() : null;
      }
    };
  }
}
