package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.Name;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Map;

/** One of several arguments, and the number of an item. */
final class ConditionalFunctions {
  static final Map<String, Builtin> ALL =
      Map.of(
          "IIF", Builtin.of(3, (a, budget) -> a[0].isTrue() ? a[1] : a[2]),
          "CHOOSE", Builtin.of(2, Builtin.ANY, ConditionalFunctions::choose),
          "DOCUMENTID", Builtin.one(ConditionalFunctions::documentId));

  private static final Name RID = new Name("_rid");
  private static final int RID_BYTES = 16;
  private static final int NUMBER_AT = 8;

  private ConditionalFunctions() {}

  private static Value choose(Value[] arguments, RowBudget budget) {
    Long place = Arguments.whole(arguments[0]);
    return place != null && place >= 1 && place < arguments.length
        ? arguments[(int) (long) place]
        : Value.UNDEFINED;
  }

  /** The number that is the second half of an item's resource id. */
  private static Value documentId(Value item) {
    if (!(item instanceof ObjectValue object) || !(object.member(RID) instanceof StringValue rid)) {
      return Value.UNDEFINED;
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(rid.text().replace('-', '/'));
      return bytes.length == RID_BYTES
          ? Value.of(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(NUMBER_AT))
          : Value.UNDEFINED;
    } catch (IllegalArgumentException e) {
      return Value.UNDEFINED;
    }
  }
}
