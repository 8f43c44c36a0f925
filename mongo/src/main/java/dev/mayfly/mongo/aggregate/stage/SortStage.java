package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.net.work.Checkpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $sort}: documents in an order; equal ones stay as they came. */
public final class SortStage implements Stage {
  private static final int ROW_BYTES = 80;

  private final SortPattern pattern;
  private final long wanted;

  private SortStage(SortPattern pattern, long wanted) {
    this.pattern = pattern;
    this.wanted = wanted;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new SortStage(SortPattern.parse(specification, scope.context().order()), Long.MAX_VALUE);
  }

  /** The same where only the first documents are wanted. */
  public SortStage atMost(long documents) {
    return new SortStage(pattern, documents);
  }

  private record Row(BsonValue[] key, long arrival, BsonDocument document) {
    long sizeBytes() {
      long size = ROW_BYTES + HeapSize.of(document);
      for (BsonValue each : key) {
        size += HeapSize.ELEMENT + HeapSize.of(each);
      }
      return size;
    }
  }

  private int compare(Row first, Row second) {
    int keys = pattern.compare(first.key(), second.key());
    return keys != 0 ? keys : Long.compare(first.arrival(), second.arrival());
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    MemoryUse memory =
        new MemoryUse(
            context,
            "Sort exceeded memory limit of "
                + MemoryUse.LIMIT_BYTES
                + " bytes, but did not opt in to external sorting.");
    Steps steps = new Steps(context);
    return new DrainedStream(source) {
      @Override
      protected DocumentStream drain() {
        boolean few = wanted <= Integer.MAX_VALUE / 2;
        Row[] rows = few ? first(source, memory, steps) : all(source, memory, steps);
        return released(rows, memory);
      }
    };
  }

  private Row[] all(DocumentStream source, MemoryUse memory, Steps steps) {
    List<Row> rows = new ArrayList<>();
    for (BsonDocument each = source.next(); each != null; each = source.next()) {
      steps.next();
      Row row = new Row(pattern.key(each), rows.size(), Detached.of(each));
      memory.add(row.sizeBytes());
      rows.add(row);
    }
    Row[] sorted = rows.toArray(new Row[0]);
    Arrays.sort(sorted, Checkpoint.within(this::compare));
    return sorted;
  }

  /** Keeps the wanted rows in a heap whose top is the last of them. */
  private Row[] first(DocumentStream source, MemoryUse memory, Steps steps) {
    PriorityQueue<Row> heap = new PriorityQueue<>((one, other) -> compare(other, one));
    long arrival = 0;
    for (BsonDocument each = source.next(); each != null; each = source.next()) {
      steps.next();
      Row row = new Row(pattern.key(each), arrival++, Detached.of(each));
      if (heap.size() < wanted) {
        memory.add(row.sizeBytes());
        heap.add(row);
      } else if (compare(row, heap.peek()) < 0) {
        memory.add(row.sizeBytes() - heap.poll().sizeBytes());
        heap.add(row);
      }
    }
    Row[] sorted = heap.toArray(new Row[0]);
    Arrays.sort(sorted, Checkpoint.within(this::compare));
    return sorted;
  }

  private static DocumentStream released(Row[] rows, MemoryUse memory) {
    List<BsonDocument> documents = new ArrayList<>(rows.length);
    for (Row row : rows) {
      documents.add(row.document());
    }
    DocumentStream sorted = DocumentStreams.of(documents);
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        return sorted.next();
      }

      @Override
      public void close() {
        memory.close();
      }
    };
  }
}
