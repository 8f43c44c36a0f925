package dev.mayfly.cosmos.query.value;

import java.util.List;
import java.util.Map;

/**
 * About how many bytes of the heap values take: a conservative estimate. A caller that keeps an
 * item as it is stored counts the item.
 */
public final class HeapSize {
  /** Where counting ends: nothing that is so large is let be. */
  private static final long MOST = 1L << 30;

  private static final int RAW = 64;
  private static final int TEXT = 56;
  private static final int NUMBER = 32;
  private static final int LIST = 64;
  private static final int ELEMENT = 8;
  private static final int OBJECT = 160;
  private static final int MEMBER = 88;

  private HeapSize() {}

  public static long of(Value value) {
    if (value instanceof StringValue string) {
      return TEXT + text(string.text());
    } else if (value instanceof ObjectValue.Raw object) {
      return RAW + object.raw().length();
    } else if (value instanceof ObjectValue.Stored) {
      return RAW;
    } else if (value instanceof ArrayValue.Raw array) {
      return RAW + array.raw().length();
    } else if (value instanceof ArrayValue.Built array) {
      return list(array.elements());
    } else if (value instanceof ObjectValue.Built object) {
      return members(object.members());
    }
    return value instanceof Constant ? 0 : NUMBER;
  }

  private static long text(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) > 0xff) {
        return 2L * length;
      }
    }
    return length;
  }

  private static long list(List<Value> elements) {
    long size = LIST;
    for (Value element : elements) {
      size += ELEMENT + of(element);
      if (size > MOST) {
        break;
      }
    }
    return size;
  }

  private static long members(Map<String, Value> members) {
    long size = OBJECT;
    for (Map.Entry<String, Value> member : members.entrySet()) {
      size += MEMBER + member.getKey().length() + of(member.getValue());
      if (size > MOST) {
        break;
      }
    }
    return size;
  }
}
