package dev.mayfly.cosmos.query.value;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.item.Item;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

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

  /**
   * An item of a container. What the server adds to its body, properties after all others whose
   * names begin with an underscore, is created on first access: most filters do not need it.
   */
  final class Stored implements ObjectValue {
    private final Item item;
    private final Function<Item, byte[]> form;
    private final RawValue body;
    private RawValue whole;

    /**
     * @param form the whole document of an item
     */
    public Stored(Item item, Function<Item, byte[]> form) {
      this.item = requireNonNull(item, "item");
      this.form = requireNonNull(form, "form");
      this.body = item.document();
    }

    /** The whole document. */
    public RawValue raw() {
      if (whole == null) {
        whole = RawBson.root(form.apply(item));
      }
      return whole;
    }

    @Override
    public Map<String, Value> members() {
      return new Raw(raw()).members();
    }

    @Override
    public Value member(Name name) {
      RawValue found = body.find(name.utf8());
      return Value.of(found == null && name.isAdded() ? raw().find(name.utf8()) : found);
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
