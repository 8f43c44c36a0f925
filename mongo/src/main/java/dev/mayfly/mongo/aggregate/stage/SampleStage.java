package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.BufferedDocuments;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.Collections;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $sample}: a uniform random sample. */
public record SampleStage(long size) implements Stage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(28745, "the $sample stage specification must be an object");
    }
    BsonDocument options = specification.asDocument();
    for (String option : options.keySet()) {
      if (!option.equals("size")) {
        throw new MongoException(28748, "unrecognized option to $sample: " + option);
      }
    }
    BsonValue size = options.get("size");
    if (size == null) {
      throw new MongoException(28749, "$sample stage must specify a size");
    }
    if (!Numbers.isNumber(size)) {
      throw new MongoException(28746, "size argument to $sample must be a number");
    }
    long count = (long) Numbers.toDouble(size);
    if (count < 0) {
      throw new MongoException(28747, "size argument to $sample must not be negative");
    }
    return new SampleStage(count);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        BufferedDocuments chosen = new BufferedDocuments(MemoryUse.of("$sample", context));
        long seen = 0;
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          seen++;
          if (chosen.size() < size) {
            chosen.add(each);
            continue;
          }
          // Reservoir sampling: the n-th document is kept with probability size / n.
          long place = ThreadLocalRandom.current().nextLong(seen);
          if (place < size) {
            chosen.set((int) place, each);
          }
        }
        Collections.shuffle(chosen.documents(), ThreadLocalRandom.current());
        return chosen.stream();
      }
    };
  }
}
