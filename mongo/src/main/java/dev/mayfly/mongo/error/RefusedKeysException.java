package dev.mayfly.mongo.error;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/** A document that an index with computed keys refuses, with MongoDB's code. */
public final class RefusedKeysException extends EngineException {
  private static final long serialVersionUID = 1;

  private final int mongoCode;

  public RefusedKeysException(int mongoCode, String message) {
    super(ErrorCode.BAD_REQUEST, message);
    this.mongoCode = mongoCode;
  }

  public int mongoCode() {
    return mongoCode;
  }
}
