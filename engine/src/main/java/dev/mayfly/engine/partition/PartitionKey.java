package dev.mayfly.engine.partition;

import static dev.mayfly.engine.error.ErrorCode.BAD_REQUEST;
import static dev.mayfly.engine.error.ErrorCode.WRONG_PARTITION_KEY;
import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.partition.PartitionKeyComponent.Constant;
import dev.mayfly.engine.partition.PartitionKeyComponent.Numeric;
import dev.mayfly.engine.partition.PartitionKeyComponent.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** The values that say to which logical partition an item belongs, the outermost level first. */
public record PartitionKey(List<PartitionKeyComponent> components) {
  /** Stands for a value that the item does not have, in {@link #of}. */
  public static final Object UNDEFINED = Constant.UNDEFINED;

  /** The key of everything in a container without a partition key. */
  public static final PartitionKey NONE = new PartitionKey(List.of());

  private static final int MAX_COMPONENTS = PartitionKeyDefinition.MAX_PATHS;

  public PartitionKey {
    components = List.copyOf(components);
    if (components.size() > MAX_COMPONENTS) {
      throw new EngineException(
          WRONG_PARTITION_KEY,
          "The partition key has "
              + components.size()
              + " values; at most "
              + MAX_COMPONENTS
              + " are possible.");
    }
  }

  /**
   * A key of these values: null, {@link #UNDEFINED}, booleans, numbers, strings.
   *
   * @throws EngineException BAD_REQUEST for another value, TOO_LARGE for too long a string
   */
  public static PartitionKey of(Object... values) {
    List<PartitionKeyComponent> components = new ArrayList<>(values.length);
    for (Object value : values) {
      components.add(component(value));
    }
    return new PartitionKey(components);
  }

  private static PartitionKeyComponent component(Object value) {
    if (value == null) {
      return Constant.NULL;
    } else if (value instanceof PartitionKeyComponent component) {
      return component;
    } else if (value instanceof Boolean flag) {
      return flag ? Constant.TRUE : Constant.FALSE;
    } else if (value instanceof Number number) {
      return new Numeric(number.doubleValue());
    } else if (value instanceof String text) {
      return new Text(text);
    }
    throw new EngineException(
        BAD_REQUEST,
        "A partition key value cannot be a "
            + value.getClass().getSimpleName()
            + "; use a string, a number, a boolean or null.");
  }

  /**
   * The key that a valid body carries; what it does not have is undefined, and so are objects and
   * arrays.
   *
   * @throws EngineException WRONG_PARTITION_KEY if a value is of a type that no key can have
   */
  public static PartitionKey fromBody(PartitionKeyDefinition definition, byte[] body) {
    List<FieldPath> paths = definition.paths();
    if (paths.isEmpty()) {
      return NONE;
    }
    if (paths.size() == 1) {
      return new PartitionKey(List.of(component(body, paths.get(0))));
    }
    List<PartitionKeyComponent> components = new ArrayList<>(paths.size());
    for (FieldPath path : paths) {
      components.add(component(body, path));
    }
    return new PartitionKey(components);
  }

  private static PartitionKeyComponent component(byte[] body, FieldPath path) {
    RawValue value = RawBson.find(body, path);
    if (value == null) {
      return Constant.UNDEFINED;
    }
    return switch (value.type()) {
      case RawType.STRING -> new Text(value.asString());
      case RawType.INT32, RawType.INT64, RawType.DOUBLE -> {
        double number = value.asDouble();
        if (Double.isNaN(number) || Double.isInfinite(number)) {
          throw wrong(path, "the number " + number);
        }
        yield new Numeric(number);
      }
      case RawType.BOOLEAN -> value.asBoolean() ? Constant.TRUE : Constant.FALSE;
      case RawType.NULL -> Constant.NULL;
      case RawType.UNDEFINED, RawType.DOCUMENT, RawType.ARRAY -> Constant.UNDEFINED;
      default -> throw wrong(path, "a value of type " + value.typeName());
    };
  }

  private static EngineException wrong(FieldPath path, String found) {
    return new EngineException(
        WRONG_PARTITION_KEY,
        "The partition key at "
            + path
            + " is "
            + found
            + "; it must be a string, a finite number, a boolean or null.");
  }

  /** Whether the key has a value for each path of the definition. */
  public boolean isComplete(PartitionKeyDefinition definition) {
    return components.size() == definition.paths().size();
  }

  /**
   * Checks that the key has a value for each path.
   *
   * @throws EngineException WRONG_PARTITION_KEY if it has more or fewer
   */
  public void requireComplete(PartitionKeyDefinition definition) {
    requireNonNull(definition, "definition");
    if (!isComplete(definition)) {
      throw new EngineException(
          WRONG_PARTITION_KEY,
          "The partition key "
              + this
              + " has "
              + components.size()
              + " values, but the container's has "
              + definition.paths().size()
              + ": "
              + definition.paths()
              + ".");
    }
  }

  /** A JSON array, in which an undefined value is an empty object, as Cosmos DB writes it. */
  @Override
  public String toString() {
    StringJoiner json = new StringJoiner(",", "[", "]");
    for (PartitionKeyComponent component : components) {
      json.add(toJson(component));
    }
    return json.toString();
  }

  private static String toJson(PartitionKeyComponent component) {
    if (component instanceof Numeric number) {
      return toJson(number.value());
    } else if (component instanceof Text text) {
      return toJson(text.value());
    }
    return switch ((Constant) component) {
      case UNDEFINED -> "{}";
      case NULL -> "null";
      case FALSE -> "false";
      case TRUE -> "true";
    };
  }

  private static String toJson(double number) {
    boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
    return whole ? Long.toString((long) number) : Double.toString(number);
  }

  private static String toJson(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
