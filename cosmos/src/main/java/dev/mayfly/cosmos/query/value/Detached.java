package dev.mayfly.cosmos.query.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values that hold nothing of the item they come from: a caller that keeps a value for longer than
 * a row detaches it, because the buffer of the item is reused for the next one.
 */
public final class Detached {
  private Detached() {}

  public static Value of(Value value) {
    if (value instanceof ObjectValue.Raw object) {
      return new ObjectValue.Raw(object.raw().detached());
    } else if (value instanceof ObjectValue.Stored item) {
      return new ObjectValue.Raw(item.raw());
    } else if (value instanceof ArrayValue.Raw array) {
      return new ArrayValue.Raw(array.raw().detached());
    } else if (value instanceof ObjectValue.Built object) {
      Map<String, Value> members = new LinkedHashMap<>();
      object.members().forEach((name, member) -> members.put(name, of(member)));
      return new ObjectValue.Built(members);
    } else if (value instanceof ArrayValue.Built array) {
      List<Value> elements = new ArrayList<>();
      array.elements().forEach(element -> elements.add(of(element)));
      return new ArrayValue.Built(elements);
    }
    return value;
  }
}
