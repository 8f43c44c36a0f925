package dev.mayfly.storage.suite;

import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.KeyFunction;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.operation.KeysAhead;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** A key function for tests: each word of a text with its length; a text with '!' is refused. */
public final class WordKeys implements KeyFunction {
  static final String NAME = "test words";

  /** How often keys of a large body were computed: at all, and by a decision. */
  static final AtomicInteger LARGE = new AtomicInteger();

  static final AtomicInteger LARGE_IN_DECISIONS = new AtomicInteger();

  private static void count(byte[] body) {
    if (body.length >= KeysAhead.LARGE_BYTES) {
      LARGE.incrementAndGet();
      boolean decides =
          StackWalker.getInstance()
              .walk(frames -> frames.anyMatch(each -> isOfDecision(each.getClassName())));
      if (decides) {
        LARGE_IN_DECISIONS.incrementAndGet();
      }
    }
  }

  private static boolean isOfDecision(String name) {
    return name.endsWith("ItemWriter$OneItem")
        || name.endsWith("PurgeSlice")
        || name.endsWith("IndexBuild$Slice");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Source of(PathIndex index) {
    int shortest = index.function().parameters().getInt32("shortest").getValue();
    return (body, taker) -> {
      count(body);
      RawValue text = RawBson.find(body, index.parts().get(0).path());
      if (text == null || !text.isString()) {
        return;
      }
      if (text.asString().contains("!")) {
        throw new EngineException(ErrorCode.BAD_REQUEST, "no shouting");
      }
      for (String word : text.asString().split(" ")) {
        if (word.length() >= shortest) {
          taker.take(
              new byte[][] {
                KeyEncoder.encode(new BsonString(word)),
                KeyEncoder.encode(new BsonInt32(word.length()))
              });
        }
      }
    };
  }
}
