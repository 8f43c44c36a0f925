package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentSelection;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.StageLimits;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * Lookup of documents in a foreign collection by the value of a field. The first lookups use an
 * index of the collection, if it has one. After that, or without an index, the collection is loaded
 * once into a hash table; one that is too large for this is scanned for each lookup.
 */
final class ForeignIndex implements AutoCloseable {
  private static final long KEPT_BYTES_MAX = StageLimits.DEFAULT_BYTES / 2;
  private static final int ENTRY_BYTES = 128;

  /** About the cost of reading a few thousand documents. */
  private static final int INDEXED_QUESTIONS = 200;

  private final Namespace from;
  private final String path;
  private final String[] names;
  private final boolean nullMatchesMissing;
  private final ParseContext parse;
  private final PipelineContext context;
  private final MemoryUse memory;
  private Supplier<DocumentStream> source;
  private final Map<ValueKey, List<Integer>> positions = new HashMap<>();
  private final List<BsonDocument> documents = new ArrayList<>();
  private List<Integer> withoutValue;
  private boolean isRead;
  private boolean isTooLarge;
  private int questions;

  /**
   * @param nullMatchesMissing whether null also finds documents without the field
   */
  ForeignIndex(
      String stage,
      Namespace from,
      String path,
      boolean nullMatchesMissing,
      ParseContext parse,
      PipelineContext context) {
    this.from = from;
    this.path = path;
    this.names = path.split("\\.");
    this.nullMatchesMissing = nullMatchesMissing;
    this.parse = parse;
    this.context = context;
    this.memory = MemoryUse.of(stage, context);
  }

  /** Reads documents from a source that is always the same, in place of a collection. */
  void readFrom(Supplier<DocumentStream> documentSource) {
    source = documentSource;
  }

  /** The documents of a stream that match one of the values. */
  DocumentStream matching(
      Collection<BsonValue> values, Variables variables, DocumentStream documentStream) {
    Stage match = new MatchStage(equalsAny(values), parse);
    return match.over(documentStream, variables, context);
  }

  /** The documents that match one of the values. */
  DocumentStream matching(Collection<BsonValue> values, Variables variables) {
    if (values.isEmpty()) {
      return DocumentStreams.EMPTY;
    }
    if (!isRead && source == null && questions++ < INDEXED_QUESTIONS && isOnePlain(values)) {
      DocumentStream indexed = context.indexed(from, selection(values, variables));
      if (indexed != null) {
        return indexed;
      }
    }
    if (!isRead) {
      read();
    }
    if (!isTooLarge) {
      return kept(values, variables);
    }
    return source == null
        ? context.documents(from, selection(values, variables))
        : matching(values, variables, source.get());
  }

  /** Whether there is one value, of a type that an index finds in a single range. */
  private static boolean isOnePlain(Collection<BsonValue> values) {
    BsonValue value = values.iterator().next();
    return values.size() == 1
        && !value.isNull()
        && !value.isArray()
        && !value.isRegularExpression()
        && value.getBsonType() != BsonType.UNDEFINED;
  }

  private DocumentSelection selection(Collection<BsonValue> values, Variables variables) {
    BsonDocument query = equalsAny(values);
    Filter filter = FilterParser.parse(query, parse);
    return new DocumentSelection(
        query, parse, (document, none, match) -> filter.matches(document, variables, match));
  }

  /** The condition that the field has one of the values. */
  BsonDocument equalsAny(Collection<BsonValue> values) {
    if (values.isEmpty()) {
      return new BsonDocument("$nor", new BsonArray(List.of(new BsonDocument())));
    }
    // Not $in, which treats regular expressions as patterns.
    BsonArray any = new BsonArray();
    for (BsonValue value : values) {
      any.add(value.isNull() ? isNull() : new BsonDocument(path, new BsonDocument("$eq", value)));
    }
    return any.size() == 1 ? any.get(0).asDocument() : new BsonDocument("$or", any);
  }

  private BsonDocument isNull() {
    return new BsonDocument(
        path,
        nullMatchesMissing
            ? BsonNull.VALUE
            : new BsonDocument("$type", new BsonInt32(BsonType.NULL.getValue())));
  }

  private void read() {
    isRead = true;
    InterruptCheck steps = new InterruptCheck(context);
    try (DocumentStream all =
        source == null ? context.documents(from, DocumentSelection.ALL) : source.get()) {
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

  /** Adds the document under all values by which a match predicate on the path finds it. */
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

  /** Matches of null are decided by the filter. */
  private List<Integer> withoutValue(Variables variables) {
    if (withoutValue == null) {
      Filter isNull = FilterParser.parse(isNull(), parse);
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
