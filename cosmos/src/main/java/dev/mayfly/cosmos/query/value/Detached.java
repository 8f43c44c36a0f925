package dev.mayfly.cosmos.query.value;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values that hold nothing of the item they come from: who keeps a value for longer than a row
 * detaches it, because the item may be a place in memory where the next one will lie.
 */
public final class Detached {
  private Detached() {}

  /** The same value. */
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
