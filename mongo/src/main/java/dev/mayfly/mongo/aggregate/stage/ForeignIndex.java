package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.Steps;
import dev.mayfly.mongo.aggregate.Wanted;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * The documents of another collection by the values of a field. The first questions are answered by
 * an index, if the collection has one. When more come, or if it has none, the collection is read
 * once and kept in a hash table; one that is too large for that is asked each time.
 */
final class ForeignIndex implements AutoCloseable {
  private static final long KEPT_BYTES_MAX = MemoryUse.LIMIT_BYTES / 2;
  private static final int ENTRY_BYTES = 128;

  /** So many questions take about as long as reading a few thousand documents. */
  private static final int INDEXED_QUESTIONS = 200;

  private final Namespace from;
  private final String path;
  private final String[] names;
  private final ParseContext parse;
  private final PipelineContext context;
  private final MemoryUse memory;
  private final Map<ValueKey, List<Integer>> positions = new HashMap<>();
  private final List<BsonDocument> documents = new ArrayList<>();
  private List<Integer> withoutValue;
  private boolean isRead;
  private boolean isTooLarge;
  private int questions;

  ForeignIndex(
      String stage, Namespace from, String path, ParseContext parse, PipelineContext context) {
    this.from = from;
    this.path = path;
    this.names = path.split("\\.");
    this.parse = parse;
    this.context = context;
    this.memory = MemoryUse.of(stage, context);
  }

  /** The documents that have one of the values. */
  DocumentStream matching(Collection<BsonValue> values, Variables variables) {
    if (values.isEmpty()) {
      return DocumentStreams.EMPTY;
    }
    if (!isRead && questions++ < INDEXED_QUESTIONS && isOnePlain(values)) {
      DocumentStream indexed = context.indexed(from, wanted(values, variables));
      if (indexed != null) {
        return indexed;
      }
    }
    if (!isRead) {
      read();
    }
    return isTooLarge
        ? context.documents(from, wanted(values, variables))
        : kept(values, variables);
  }

  /** Whether there is one value, and an index has what is equal to it in one place. */
  private static boolean isOnePlain(Collection<BsonValue> values) {
    BsonValue value = values.iterator().next();
    return values.size() == 1
        && !value.isNull()
        && !value.isArray()
        && !value.isRegularExpression()
        && value.getBsonType() != BsonType.UNDEFINED;
  }

  private Wanted wanted(Collection<BsonValue> values, Variables variables) {
    // Not with $in, which takes regular expressions for patterns.
    BsonArray any = new BsonArray();
    for (BsonValue value : values) {
      any.add(new BsonDocument(path, new BsonDocument("$eq", value)));
    }
    BsonDocument query = any.size() == 1 ? any.get(0).asDocument() : new BsonDocument("$or", any);
    Filter filter = FilterParser.parse(query, parse);
    return new Wanted(
        query, parse, (document, none, match) -> filter.matches(document, variables, match));
  }

  private void read() {
    isRead = true;
    Steps steps = new Steps(context);
    try (DocumentStream all = context.documents(from, Wanted.ALL)) {
      for (BsonDocument each = all.next(); each != null; each = all.next()) {
        steps.next();
        documents.add(memory.keep(each, ENTRY_BYTES));
        index(each, 0, documents.size() - 1);
        if (memory.heldBytes() > KEPT_BYTES_MAX) {
          isTooLarge = true;
          close();
          return;
        }
      }
    }
  }

  /** Enters the document under all that a filter on the path would find it by. */
  private void index(BsonValue value, int depth, int position) {
    if (value == null) {
      return;
    }
    if (depth == names.length) {
      enter(value, position);
      if (value.isArray()) {
        value.asArray().forEach(element -> enter(element, position));
      }
    } else if (value.isDocument()) {
      index(value.asDocument().get(names[depth]), depth + 1, position);
    } else if (value.isArray()) {
      List<BsonValue> elements = value.asArray();
      for (BsonValue element : elements) {
        if (element.isDocument()) {
          index(element, depth, position);
        }
      }
      if (isPosition(names[depth], elements.size())) {
        index(elements.get(Integer.parseInt(names[depth])), depth + 1, position);
      }
    }
  }

  private static boolean isPosition(String name, int size) {
    return name.length() < 8
        && name.chars().allMatch(each -> each >= '0' && each <= '9')
        && Integer.parseInt(name) < size;
  }

  private void enter(BsonValue value, int position) {
    memory.keep(value, ENTRY_BYTES);
    List<Integer> places =
        positions.computeIfAbsent(new ValueKey(value, parse.order()), any -> new ArrayList<>(1));
    if (places.isEmpty() || places.get(places.size() - 1) != position) {
      places.add(position);
    }
  }

  private DocumentStream kept(Collection<BsonValue> values, Variables variables) {
    if (values.size() == 1) {
      return stream(find(values.iterator().next(), variables));
    }
    TreeSet<Integer> places = new TreeSet<>();
    values.forEach(value -> places.addAll(find(value, variables)));
    return stream(places);
  }

  private Collection<Integer> find(BsonValue value, Variables variables) {
    if (value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
      return withoutValue(variables);
    }
    return positions.getOrDefault(new ValueKey(value, parse.order()), List.of());
  }

  /** What null matches, missing fields among it, is left to the filter to say. */
  private List<Integer> withoutValue(Variables variables) {
    if (withoutValue == null) {
      Filter isNull = FilterParser.parse(new BsonDocument(path, BsonNull.VALUE), parse);
      withoutValue = new ArrayList<>();
      for (int i = 0; i < documents.size(); i++) {
        if (isNull.matches(documents.get(i), variables, null)) {
          withoutValue.add(i);
        }
      }
    }
    return withoutValue;
  }

  private DocumentStream stream(Collection<Integer> places) {
    List<BsonDocument> found = new ArrayList<>(places.size());
    for (int place : places) {
      found.add(documents.get(place));
    }
    return DocumentStreams.of(found);
  }

  @Override
  public void close() {
    positions.clear();
    documents.clear();
    withoutValue = null;
    memory.close();
  }
}
