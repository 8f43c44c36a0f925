package dev.mayfly.cosmos.query.value;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** An object, in a document or made by an expression. */
public sealed interface ObjectValue extends Value {
  /** In their order. */
  Map<String, Value> members();

  /** The member of that name; undefined if there is none. */
  Value member(Name name);

  @Override
  default Kind kind() {
    return Kind.OBJECT;
  }

  /** Made by an expression; undefined members were left out. */
  record Built(Map<String, Value> members) implements ObjectValue {
    public Built {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    @Override
    public Value member(Name name) {
      return members.getOrDefault(name.text(), UNDEFINED);
    }
  }

  /** Within a document's bytes, or a whole document. */
  record Raw(RawValue raw) implements ObjectValue {
    public Raw {
      requireNonNull(raw, "raw");
    }

    @Override
    public Map<String, Value> members() {
      Map<String, Value> members = new LinkedHashMap<>();
      for (RawCursor cursor = raw.elements(); cursor.next(); ) {
        members.putIfAbsent(cursor.name(), Value.of(cursor.value()));
      }
      return members;
    }

    @Override
    public Value member(Name name) {
      return Value.of(raw.find(name.utf8()));
    }
  }
}
