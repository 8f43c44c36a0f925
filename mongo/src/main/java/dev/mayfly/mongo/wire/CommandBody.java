package dev.mayfly.mongo.wire;

import dev.mayfly.mongo.bson.ImmutableDocument;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A command with its document sequences as fields. Lazy and immutable. */
final class CommandBody extends ImmutableDocument {
  private static final long serialVersionUID = 1;

  private final transient LazyDocument body;
  private final transient List<DocumentSequence> sequences;

  CommandBody(LazyDocument body, List<DocumentSequence> sequences) {
    this.body = body;
    this.sequences = sequences;
  }

  @Override
  public BsonValue get(Object key) {
    for (int i = 0; i < sequences.size(); i++) {
      if (sequences.get(i).name().equals(key)) {
        return sequences.get(i).array();
      }
    }
    return body.get(key);
  }

  @Override
  protected Map<String, BsonValue> fields() {
    return Collections.unmodifiableMap(copy());
  }

  private BsonDocument copy() {
    BsonDocument copy = body.copy();
    sequences.forEach(each -> copy.put(each.name(), each.array()));
    return copy;
  }

  @Override
  public boolean isEmpty() {
    return false;
  }

  @Override
  public String getFirstKey() {
    return body.getFirstKey();
  }

  @Override
  public Set<String> keySet() {
    Set<String> names = new LinkedHashSet<>(body.keySet());
    sequences.forEach(each -> names.add(each.name()));
    return names;
  }

  @Override
  public BsonDocument clone() {
    return copy().clone();
  }

  @Override
  public String toString() {
    return copy().toString();
  }
}
