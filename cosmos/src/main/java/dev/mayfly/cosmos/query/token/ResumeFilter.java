package dev.mayfly.cosmos.query.token;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Name;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.engine.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a client that merges several ranges resumes a sorted query, as given beside the text: at
 * the keys of a result and the resource id of its item.
 *
 * @param filter the object that says it
 */
public record ResumeFilter(ObjectValue filter) {
  private static final Name VALUE = new Name("value");
  private static final Name RID = new Name("rid");
  private static final Name EXCLUDE = new Name("exclude");
  private static final Name TYPE = new Name("type");

  /** The token that a query with that order begins with. */
  public QueryToken start(
      QueryToken.Owner owner, Container container, List<CompiledQuery.SortKey> order) {
    if (order.isEmpty()) {
      throw QueryError.refused("A resumeFilter needs a query with an ORDER BY.");
    }
    QueryToken start = QueryToken.start(owner);
    return new QueryToken(owner, 0, 0, start.place(), start.states(), position(container, order));
  }

  /** The position before the first result that is wanted. */
  private SortPosition position(Container container, List<CompiledQuery.SortKey> order) {
    if (!(filter.member(VALUE) instanceof ArrayValue values)
        || values.elements().size() != order.size()) {
      throw QueryError.refused("The resumeFilter does not belong to the query.");
    }
    List<Value> keys = new ArrayList<>();
    values.elements().forEach(value -> keys.add(key(value)));
    return new SortPosition(keys, false, tie(container, order.get(0).descending()), List.of());
  }

  /** An empty array stands for undefined, an object for any array or object. */
  private static Value key(Value value) {
    if (value instanceof ArrayValue) {
      return Value.UNDEFINED;
    } else if (value instanceof ObjectValue object) {
      boolean array =
          object.member(TYPE) instanceof StringValue type && type.text().equals("array");
      return array ? Value.of(List.of()) : Value.of(Map.of());
    }
    return value;
  }

  private byte[] tie(Container container, boolean descending) {
    boolean excluded = filter.member(EXCLUDE).isTrue();
    if (!(filter.member(RID) instanceof StringValue rid)) {
      return excluded ? TieBreakers.last(descending) : TieBreakers.FIRST;
    }
    long number =
        ResourceId.itemNumber(rid.text(), container.state().database(), container.state().number());
    if (number < 0) {
      throw QueryError.refused("The resumeFilter does not belong to the container.");
    }
    return excluded ? TieBreakers.afterItem(number) : TieBreakers.beforeItem(number, descending);
  }
}
