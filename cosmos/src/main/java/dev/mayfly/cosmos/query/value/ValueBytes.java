package dev.mayfly.cosmos.query.value;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values as bytes, for those that a query writes to disk: what is read is what was written, with
 * undefined, numbers that JSON does not have and texts that are no valid Unicode.
 */
public final class ValueBytes {
  private static final int UNDEFINED = 0;
  private static final int NULL = 1;
  private static final int FALSE = 2;
  private static final int TRUE = 3;
  private static final int WHOLE = 4;
  private static final int REAL = 5;
  private static final int NARROW_TEXT = 6;
  private static final int WIDE_TEXT = 7;
  private static final int RAW = 8;
  private static final int ARRAY = 9;
  private static final int OBJECT = 10;
  private static final int NARROW_MAX = 0xFF;

  /** Length, type, empty name and the end of a document with one element. */
  private static final int RAW_OVERHEAD = Integer.BYTES + 3;

  private ValueBytes() {}

  /** Collects values and numbers. */
  public static final class Writer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(bytes);

    public Writer number(long number) {
      try {
        out.writeLong(number);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public Writer bytes(byte[] more) {
      try {
        out.writeInt(more.length);
        out.write(more);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public Writer values(Value[] values) {
      try {
        out.writeInt(values.length);
        for (Value each : values) {
          write(each);
        }
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    public byte[] toByteArray() {
      return bytes.toByteArray();
    }

    private void write(Value value) throws IOException {
      if (value instanceof NumberValue.Whole whole) {
        out.writeByte(WHOLE);
        out.writeLong(whole.number());
      } else if (value instanceof NumberValue number) {
        out.writeByte(REAL);
        out.writeLong(Double.doubleToRawLongBits(number.asDouble()));
      } else if (value instanceof StringValue string) {
        text(string.text());
      } else if (value instanceof ArrayValue.Raw array) {
        raw(array.raw(), RawType.ARRAY);
      } else if (value instanceof ObjectValue.Raw object) {
        raw(object.raw(), RawType.DOCUMENT);
      } else if (value instanceof ObjectValue.Stored item) {
        raw(item.raw(), RawType.DOCUMENT);
      } else if (value instanceof ArrayValue array) {
        out.writeByte(ARRAY);
        out.writeInt(array.elements().size());
        for (Value element : array.elements()) {
          write(element);
        }
      } else if (value instanceof ObjectValue object) {
        out.writeByte(OBJECT);
        out.writeInt(object.members().size());
        for (Map.Entry<String, Value> member : object.members().entrySet()) {
          text(member.getKey());
          write(member.getValue());
        }
      } else {
        out.writeByte(
            !value.isDefined()
                ? UNDEFINED
                : value == Value.NULL ? NULL : value.isTrue() ? TRUE : FALSE);
      }
    }

    private void text(String text) throws IOException {
      boolean narrow = text.chars().allMatch(each -> each <= NARROW_MAX);
      out.writeByte(narrow ? NARROW_TEXT : WIDE_TEXT);
      out.writeInt(text.length());
      if (narrow) {
        out.writeBytes(text);
      } else {
        out.writeChars(text);
      }
    }

    /** As the only element of a document, whose type says what it is. */
    private void raw(RawValue raw, byte type) throws IOException {
      out.writeByte(RAW);
      int length = raw.length() + RAW_OVERHEAD;
      out.writeInt(length);
      out.writeInt(Integer.reverseBytes(length));
      out.writeByte(type);
      out.writeByte(0);
      out.write(raw.bytes(), raw.offset(), raw.length());
      out.writeByte(0);
    }
  }

  /** Reads what a {@link Writer} has collected, in the same sequence. */
  public static final class Reader {
    private final ByteBuffer in;

    public Reader(byte[] bytes) {
      this.in = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
    }

    public long number() {
      return in.getLong();
    }

    public byte[] bytes() {
      byte[] bytes = new byte[in.getInt()];
      in.get(bytes);
      return bytes;
    }

    public Value[] values() {
      Value[] values = new Value[in.getInt()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value();
      }
      return values;
    }

    private Value value() {
      int type = in.get();
      return switch (type) {
        case UNDEFINED -> Value.UNDEFINED;
        case NULL -> Value.NULL;
        case FALSE -> Value.of(false);
        case TRUE -> Value.of(true);
        case WHOLE -> Value.of(in.getLong());
        case REAL -> Value.of(Double.longBitsToDouble(in.getLong()));
        case NARROW_TEXT, WIDE_TEXT -> Value.of(text(type));
        case RAW -> raw();
        case ARRAY -> array();
        default -> object();
      };
    }

    private String text(int type) {
      char[] text = new char[in.getInt()];
      for (int i = 0; i < text.length; i++) {
        text[i] = type == NARROW_TEXT ? (char) (in.get() & NARROW_MAX) : in.getChar();
      }
      return new String(text);
    }

    private Value raw() {
      int length = in.getInt();
      RawCursor only = RawBson.documentAt(in.array(), in.position(), length).elements();
      only.next();
      in.position(in.position() + length);
      return Value.of(only.value());
    }

    private Value array() {
      int count = in.getInt();
      List<Value> elements = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        elements.add(value());
      }
      return Value.of(elements);
    }

    private Value object() {
      int count = in.getInt();
      Map<String, Value> members = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        String name = text(in.get());
        members.put(name, value());
      }
      return Value.of(members);
    }
  }
}
