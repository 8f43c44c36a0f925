package dev.mayfly.cosmos.query.token;

import dev.mayfly.cosmos.query.value.Constant;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Values within tokens. Of arrays and objects only their type, which is all that a sort sees. */
final class TokenValueCodec {
  private static final int CONSTANTS = Constant.values().length;
  private static final int WHOLE = CONSTANTS;
  private static final int REAL = CONSTANTS + 1;
  private static final int STRING = CONSTANTS + 2;
  private static final int ARRAY = CONSTANTS + 3;
  private static final int OBJECT = CONSTANTS + 4;

  private TokenValueCodec() {}

  static void write(Value value, DataOutput out) throws IOException {
    if (value instanceof Constant constant) {
      out.writeByte(constant.ordinal());
    } else if (value instanceof NumberValue.Whole whole) {
      out.writeByte(WHOLE);
      out.writeLong(whole.number());
    } else if (value instanceof NumberValue number) {
      out.writeByte(REAL);
      out.writeDouble(number.asDouble());
    } else if (value instanceof StringValue string) {
      byte[] text = string.text().getBytes(StandardCharsets.UTF_8);
      out.writeByte(STRING);
      out.writeInt(text.length);
      out.write(text);
    } else {
      out.writeByte(value.kind() == Kind.ARRAY ? ARRAY : OBJECT);
    }
  }

  static Value read(DataInput in) throws IOException {
    int tag = in.readUnsignedByte();
    if (tag < CONSTANTS) {
      return Constant.values()[tag];
    } else if (tag == WHOLE) {
      return Value.of(in.readLong());
    } else if (tag == REAL) {
      return Value.of(in.readDouble());
    } else if (tag == STRING) {
      int length = in.readInt();
      if (length < 0 || length > 1 << 16) {
        throw new IOException("not a string");
      }
      byte[] text = new byte[length];
      in.readFully(text);
      return Value.of(new String(text, StandardCharsets.UTF_8));
    } else if (tag == ARRAY) {
      return Value.of(List.of());
    } else if (tag == OBJECT) {
      return Value.of(Map.of());
    }
    throw new IOException("not a value");
  }
}
