package dev.mayfly.engine.partition;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static dev.mayfly.engine.error.ErrorCode.TOO_LARGE;
import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Utf8;
import dev.mayfly.engine.error.EngineException;

/** One value of a partition key: the five kinds that JSON scalars and their absence have. */
public sealed interface PartitionKeyComponent {
  int MAX_TEXT_BYTES = 2048;

  /** The values that need no content. */
  enum Constant implements PartitionKeyComponent {
    UNDEFINED,
    NULL,
    FALSE,
    TRUE
  }

  /** A number is a double, as in JSON; negative zero is zero. */
  record Numeric(double value) implements PartitionKeyComponent {
    public Numeric {
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        throw new EngineException(
            BAD_REQUEST, "A partition key cannot be " + value + "; use a finite number.");
      }
      value += 0.0;
    }
  }

  /** A text of at most {@link #MAX_TEXT_BYTES} bytes of valid UTF-8. */
  record Text(String value) implements PartitionKeyComponent {
    public Text {
      requireNonNull(value, "value");
      // No text has fewer bytes than characters, so a giant one is refused before it is encoded.
      int sizeBytes = value.length() > MAX_TEXT_BYTES ? value.length() : Utf8.encode(value).length;
      if (sizeBytes > MAX_TEXT_BYTES) {
        throw new EngineException(
            TOO_LARGE,
            "A partition key value of "
                + sizeBytes
                + " or more bytes is too long; at most "
                + MAX_TEXT_BYTES
                + " are allowed.");
      }
    }
  }
}
