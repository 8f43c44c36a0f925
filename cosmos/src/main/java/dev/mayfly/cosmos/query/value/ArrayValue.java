package dev.mayfly.cosmos.query.value;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import java.util.ArrayList;
import java.util.List;

/** An array, in a document or made by an expression. */
public sealed interface ArrayValue extends Value {
  List<Value> elements();

  /** The element at a place; undefined past the end. */
  Value element(long index);

  @Override
  default Kind kind() {
    return Kind.ARRAY;
  }

  /** Made by an expression; undefined elements were left out. */
  record Built(List<Value> elements) implements ArrayValue {
    public Built {
      elements = List.copyOf(elements);
    }

    @Override
    public Value element(long index) {
      return index >= 0 && index < elements.size() ? elements.get((int) index) : UNDEFINED;
    }
  }

  /** Within a document's bytes. */
  record Raw(RawValue raw) implements ArrayValue {
    public Raw {
      requireNonNull(raw, "raw");
    }

    @Override
    public List<Value> elements() {
      List<Value> elements = new ArrayList<>();
      for (RawCursor cursor = raw.elements(); cursor.next(); ) {
        elements.add(Value.of(cursor.value()));
      }
      return elements;
    }

    @Override
    public Value element(long index) {
      long place = 0;
      for (RawCursor cursor = raw.elements(); cursor.next(); place++) {
        if (place == index) {
          return Value.of(cursor.value());
        }
      }
      return UNDEFINED;
    }
  }
}
