package dev.mayfly.vector;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A vector that was read from a value. It is used again for the vectors of many items, so that none
 * makes garbage. For one thread at a time.
 */
public final class VectorBuffer {
  /** Whatever a policy says: no vector is longer. */
  public static final int ELEMENTS_MAX = 4096;

  private static final int NONE = -1;

  /** A double in an array: its type, a name of one digit with its end, its value. */
  private static final int ELEMENT_BYTES_MIN = 1 + 2 + Double.BYTES;

  private static final VarHandle DOUBLES =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);

  /** The subtype of binary data that are a vector. */
  private static final byte VECTOR_SUBTYPE = 9;

  /** What binary vectors consist of; bits are not supported. */
  private static final byte INT8 = 0x03;

  private static final byte FLOAT32 = 0x27;

  /** Length and subtype of binary data, type of the elements and unused bits of the last one. */
  private static final int BINARY_HEADER = Integer.BYTES + 3;

  private double[] elements = new double[64];
  private int length = NONE;

  /**
   * Reads an array, or binary data that are a vector; without a vector if it is something else, or
   * if it has something else than numbers.
   */
  public void read(RawValue value) {
    clear();
    if (value != null && value.type() == RawType.BINARY) {
      readBinary(value.bytes(), value.offset(), value.length());
    }
    if (value == null || !value.isArray()) {
      return;
    }
    int count = readDoubles(value.bytes(), value.offset(), value.offset() + value.length() - 1);
    if (count > 0) {
      end(count);
      return;
    }
    count = 0;
    for (RawCursor cursor = value.elements(); cursor.next(); count++) {
      byte type = cursor.type();
      boolean number = type == RawType.DOUBLE || type == RawType.INT32 || type == RawType.INT64;
      if (!number || !put(count, cursor.value().asDouble())) {
        return;
      }
    }
    end(count);
  }

  private void readBinary(byte[] bytes, int offset, int length) {
    int subtype = offset + Integer.BYTES;
    if (length <= BINARY_HEADER || bytes[subtype] != VECTOR_SUBTYPE || bytes[subtype + 2] != 0) {
      return;
    }
    byte type = bytes[subtype + 1];
    int size = type == FLOAT32 ? Float.BYTES : 1;
    int count = (length - BINARY_HEADER) / size;
    if (type != FLOAT32 && type != INT8 || count * size != length - BINARY_HEADER) {
      return;
    }
    int at = offset + BINARY_HEADER;
    for (int i = 0; i < count; i++, at += size) {
      double element = type == INT8 ? bytes[at] : (float) FLOATS.get(bytes, at);
      if (!put(i, element)) {
        return;
      }
    }
    end(count);
  }

  /**
   * Reads an array whose elements are doubles with their numbers as names, as nearly all are.
   *
   * @param end where the byte after the last element is
   * @return how many there are; 0 if it is another array, of which some may have been read
   */
  private int readDoubles(byte[] bytes, int offset, int end) {
    int at = offset + Integer.BYTES;
    int most = Math.min(ELEMENTS_MAX, (end - at) / ELEMENT_BYTES_MIN);
    if (most > elements.length) {
      elements = new double[most];
    }
    int count = 0;
    int next = 10;
    for (int digits = 1; at < end; digits++, next *= 10) {
      for (; count < next && at < end; at += digits + 2 + Double.BYTES) {
        int value = at + digits + 2;
        if (count == most
            || value + Double.BYTES > end
            || bytes[at] != RawType.DOUBLE
            || bytes[value - 1] != 0
            || bytes[at + 1] == 0
            || digits > 1 && bytes[at + 2] == 0
            || digits > 2 && bytes[at + 3] == 0
            || digits > 3 && bytes[at + 4] == 0) {
          return 0;
        }
        elements[count++] = (double) DOUBLES.get(bytes, value);
      }
    }
    double zero = 0;
    for (int i = 0; i < count; i++) {
      // Not zero if one is not finite.
      zero += 0 * elements[i];
    }
    return zero == 0 ? count : 0;
  }

  /** Sets an element; false if it can't be one of a vector. */
  public boolean put(int at, double element) {
    if (at >= ELEMENTS_MAX || !Double.isFinite(element)) {
      return false;
    }
    if (at >= elements.length) {
      elements = Arrays.copyOf(elements, Math.min(ELEMENTS_MAX, 2 * at));
    }
    elements[at] = element;
    return true;
  }

  /** Makes the elements that were set a vector, unless there are none. */
  public void end(int count) {
    length = count == 0 ? NONE : count;
  }

  /** Forgets what was read. */
  public void clear() {
    length = NONE;
  }

  public boolean isVector() {
    return length > 0;
  }

  /** How many elements there are; -1 if it is no vector. */
  public int length() {
    return length;
  }

  /** The elements, with others behind them; shared. */
  public double[] elements() {
    return elements;
  }

  double squares() {
    double squares = 0;
    for (int i = 0; i < length; i++) {
      squares += elements[i] * elements[i];
    }
    return squares;
  }

  /** The elements times a factor. */
  float[] floats(double factor) {
    float[] floats = new float[length];
    for (int i = 0; i < length; i++) {
      floats[i] = (float) (elements[i] * factor);
    }
    return floats;
  }
}
