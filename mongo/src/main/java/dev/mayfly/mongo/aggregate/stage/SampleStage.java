package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.HeldDocuments;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.Collections;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $sample}: some documents, each with the same chance, in any order. */
public final class SampleStage implements Stage {
  private static final int NOT_AN_OBJECT = 28745;
  private static final int NOT_A_NUMBER = 28746;
  private static final int NOT_POSITIVE = 28747;
  private static final int UNKNOWN_OPTION = 28748;
  private static final int NO_SIZE = 28749;

  private final long size;

  private SampleStage(long size) {
    this.size = size;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument()) {
      throw new MongoException(NOT_AN_OBJECT, "the $sample stage specification must be an object");
    }
    BsonDocument options = specification.asDocument();
    for (String option : options.keySet()) {
      if (!option.equals("size")) {
        throw new MongoException(UNKNOWN_OPTION, "unrecognized option to $sample: " + option);
      }
    }
    BsonValue size = options.get("size");
    if (size == null) {
      throw new MongoException(NO_SIZE, "$sample stage must specify a size");
    }
    if (!Numbers.isNumber(size)) {
      throw new MongoException(NOT_A_NUMBER, "size argument to $sample must be a number");
    }
    long count = (long) Numbers.toDouble(size);
    if (count <= 0) {
      throw new MongoException(NOT_POSITIVE, "size argument to $sample must be a positive integer");
    }
    return new SampleStage(count);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
    return new DrainedStream(source) {
      @Override
      protected DocumentStream drain() {
        HeldDocuments chosen = new HeldDocuments(MemoryUse.of("$sample", context));
        long seen = 0;
        for (BsonDocument each = source.next(); each != null; each = source.next()) {
          steps.next();
          seen++;
          if (chosen.size() < size) {
            chosen.add(each);
            continue;
          }
          // The n-th document stays with the chance of size in n.
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
