package dev.mayfly.text;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/** A document that a text index may not hold. */
public final class TextRefusal extends EngineException {
  private static final long serialVersionUID = 1;

  /** MongoDB's number of an error when a document's language is no string. */
  static final int LANGUAGE_TYPE = 17261;

  /** MongoDB's number of an error when a document's language is unknown. */
  static final int LANGUAGE_UNKNOWN = 17262;

  /** CannotBuildIndexKeys. */
  static final int ARRAY = 201;

  private final int number;

  TextRefusal(int number, String message) {
    super(ErrorCode.BAD_REQUEST, message);
    this.number = number;
  }

  /** The number of the error in MongoDB. */
  public int number() {
    return number;
  }
}
