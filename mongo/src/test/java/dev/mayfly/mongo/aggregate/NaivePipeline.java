package dev.mayfly.mongo.aggregate;

import static dev.mayfly.mongo.aggregate.NaiveValues.at;
import static dev.mayfly.mongo.aggregate.NaiveValues.compare;
import static dev.mayfly.mongo.aggregate.NaiveValues.orNull;

import dev.mayfly.mongo.random.NaiveFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Pipelines over lists, stage by stage and without any cleverness: what the real ones must do. */
public final class NaivePipeline {
  private final List<BsonDocument> foreign;

  /**
   * @param foreign the only other collection
   */
  public NaivePipeline(List<BsonDocument> foreign) {
    this.foreign = foreign;
  }

  public List<BsonDocument> run(List<BsonDocument> stages, List<BsonDocument> input) {
    List<BsonDocument> documents = input;
    for (BsonDocument stage : stages) {
      documents = run(stage.getFirstKey(), stage.get(stage.getFirstKey()), documents);
    }
    return documents;
  }

  private List<BsonDocument> run(String name, BsonValue with, List<BsonDocument> documents) {
    return switch (name) {
      case "$match" ->
          documents.stream().filter(each -> NaiveFilter.matches(with.asDocument(), each)).toList();
      case "$set" -> documents.stream().map(each -> set(each, with.asDocument())).toList();
      case "$unset" -> documents.stream().map(each -> unset(each, text(with))).toList();
      case "$skip" -> documents.subList(Math.min(count(with), documents.size()), documents.size());
      case "$limit" -> documents.subList(0, Math.min(count(with), documents.size()));
      case "$sort" -> sort(documents, with.asDocument());
      case "$unwind" -> unwind(documents, with.asDocument());
      case "$group" -> group(documents, with.asDocument());
      case "$count" ->
          documents.isEmpty()
              ? List.of()
              : List.of(new BsonDocument(text(with), new BsonInt32(documents.size())));
      case "$sortByCount" -> sortByCount(documents, with);
      case "$replaceWith" ->
          documents.stream().map(each -> evaluate(with, each).asDocument()).toList();
      case "$facet" -> facet(documents, with.asDocument());
      case "$unionWith" -> union(documents);
      case "$lookup" -> lookup(documents, with.asDocument());
      default -> throw new AssertionError(name);
    };
  }

  private static String text(BsonValue value) {
    return value.asString().getValue();
  }

  private static int count(BsonValue value) {
    return value.asInt32().getValue();
  }

  /** A field path, a document of expressions, or a constant. */
  private static BsonValue evaluate(BsonValue expression, BsonDocument document) {
    if (expression.isString() && text(expression).startsWith("$")) {
      return at(document, text(expression).substring(1));
    }
    if (expression.isDocument()) {
      BsonDocument result = new BsonDocument();
      for (Map.Entry<String, BsonValue> field : expression.asDocument().entrySet()) {
        BsonValue value = evaluate(field.getValue(), document);
        if (value != null) {
          result.put(field.getKey(), value);
        }
      }
      return result;
    }
    return expression;
  }

  private static BsonDocument set(BsonDocument document, BsonDocument fields) {
    BsonDocument result = document.clone();
    for (Map.Entry<String, BsonValue> field : fields.entrySet()) {
      BsonValue value = evaluate(field.getValue(), document);
      if (value == null) {
        result.remove(field.getKey());
      } else {
        result.put(field.getKey(), value);
      }
    }
    return result;
  }

  private static BsonDocument unset(BsonDocument document, String field) {
    BsonDocument result = document.clone();
    result.remove(field);
    return result;
  }

  private static List<BsonDocument> sort(List<BsonDocument> documents, BsonDocument keys) {
    Comparator<BsonDocument> order = (one, other) -> 0;
    for (Map.Entry<String, BsonValue> key : keys.entrySet()) {
      boolean descending = count(key.getValue()) < 0;
      Comparator<BsonDocument> byKey =
          (one, other) ->
              compare(
                  NaiveValues.sortKey(one, key.getKey(), descending),
                  NaiveValues.sortKey(other, key.getKey(), descending));
      order = order.thenComparing(descending ? byKey.reversed() : byKey);
    }
    return documents.stream().sorted(order).toList();
  }

  private static List<BsonDocument> unwind(List<BsonDocument> documents, BsonDocument options) {
    String field = text(options.get("path")).substring(1);
    boolean preserves = options.getBoolean("preserveNullAndEmptyArrays").getValue();
    String index = options.containsKey("includeArrayIndex") ? "i" : null;
    List<BsonDocument> results = new ArrayList<>();
    for (BsonDocument document : documents) {
      BsonValue value = document.get(field);
      boolean isEmpty = value == null || value.isNull() || value.equals(new BsonArray());
      if (isEmpty && !preserves) {
        continue;
      }
      List<BsonValue> elements = value instanceof BsonArray array ? array : List.of();
      for (int i = 0; i < elements.size(); i++) {
        BsonDocument result = document.clone();
        result.put(field, elements.get(i));
        results.add(index == null ? result : result.append(index, new BsonInt64(i)));
      }
      if (elements.isEmpty()) {
        BsonDocument result =
            value instanceof BsonArray ? unset(document, field) : document.clone();
        results.add(index == null ? result : result.append(index, BsonNull.VALUE));
      }
    }
    return results;
  }

  private static List<BsonDocument> group(List<BsonDocument> documents, BsonDocument fields) {
    List<BsonValue> keys = new ArrayList<>();
    List<List<BsonDocument>> members = new ArrayList<>();
    for (BsonDocument document : documents) {
      BsonValue key = orNull(evaluate(fields.get("_id"), document));
      int at = 0;
      while (at < keys.size() && compare(keys.get(at), key) != 0) {
        at++;
      }
      if (at == keys.size()) {
        keys.add(key);
        members.add(new ArrayList<>());
      }
      members.get(at).add(document);
    }
    List<BsonDocument> results = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      BsonDocument result = new BsonDocument("_id", keys.get(i));
      for (Map.Entry<String, BsonValue> field : fields.entrySet()) {
        if (!field.getKey().equals("_id")) {
          BsonDocument accumulator = field.getValue().asDocument();
          String name = accumulator.getFirstKey();
          List<BsonValue> values = new ArrayList<>();
          for (BsonDocument member : members.get(i)) {
            values.add(evaluate(accumulator.get(name), member));
          }
          result.put(field.getKey(), accumulate(name, values));
        }
      }
      results.add(result);
    }
    return results;
  }

  private static BsonValue accumulate(String name, List<BsonValue> values) {
    List<BsonValue> numbers = NaiveValues.numbers(values);
    List<BsonValue> present = values.stream().filter(each -> each != null).toList();
    List<BsonValue> valued = present.stream().filter(each -> !each.isNull()).toList();
    return switch (name) {
      case "$sum" -> NaiveValues.sum(values);
      case "$avg" ->
          numbers.isEmpty()
              ? BsonNull.VALUE
              : new BsonDouble(
                  NaiveValues.number(NaiveValues.sum(values)).doubleValue() / numbers.size());
      case "$min" ->
          orNull(valued.stream().reduce((a, b) -> compare(b, a) < 0 ? b : a).orElse(null));
      case "$max" ->
          orNull(valued.stream().reduce((a, b) -> compare(b, a) > 0 ? b : a).orElse(null));
      case "$first" -> orNull(values.get(0));
      case "$last" -> orNull(values.get(values.size() - 1));
      case "$push" -> new BsonArray(present);
      case "$addToSet" -> {
        BsonArray set = new BsonArray();
        for (BsonValue value : present) {
          if (set.stream().noneMatch(each -> compare(each, value) == 0)) {
            set.add(value);
          }
        }
        yield set;
      }
      default -> throw new AssertionError(name);
    };
  }

  private static List<BsonDocument> sortByCount(List<BsonDocument> documents, BsonValue by) {
    BsonDocument count = new BsonDocument("$sum", new BsonInt32(1));
    List<BsonDocument> groups =
        group(documents, new BsonDocument("_id", by).append("count", count));
    return sort(groups, new BsonDocument("count", new BsonInt32(-1)));
  }

  private List<BsonDocument> facet(List<BsonDocument> documents, BsonDocument facets) {
    BsonDocument result = new BsonDocument();
    for (Map.Entry<String, BsonValue> facet : facets.entrySet()) {
      List<BsonDocument> stages =
          facet.getValue().asArray().stream().map(BsonValue::asDocument).toList();
      result.put(facet.getKey(), new BsonArray(run(stages, documents)));
    }
    return List.of(result);
  }

  private List<BsonDocument> union(List<BsonDocument> documents) {
    List<BsonDocument> all = new ArrayList<>(documents);
    all.addAll(foreign);
    return all;
  }

  private List<BsonDocument> lookup(List<BsonDocument> documents, BsonDocument options) {
    BiPredicate<BsonDocument, BsonDocument> joins =
        options.containsKey("pipeline") ? expressed(options) : byFields(options);
    List<BsonDocument> results = new ArrayList<>();
    for (BsonDocument document : documents) {
      BsonDocument result = document.clone();
      result.put(
          "r", new BsonArray(foreign.stream().filter(each -> joins.test(document, each)).toList()));
      results.add(result);
    }
    return results;
  }

  private static BiPredicate<BsonDocument, BsonDocument> byFields(BsonDocument options) {
    String local = text(options.get("localField"));
    String remote = text(options.get("foreignField"));
    return (document, other) -> {
      BsonValue value = document.get(local);
      List<BsonValue> wanted = value instanceof BsonArray array ? array : List.of(orNull(value));
      List<BsonValue> offered = new ArrayList<>(List.of(orNull(other.get(remote))));
      if (offered.get(0) instanceof BsonArray array) {
        offered.addAll(array);
      }
      return wanted.stream()
          .anyMatch(each -> offered.stream().anyMatch(it -> compare(each, it) == 0));
    };
  }

  /** The field of a let and the one that an expression wants to be equal to it. */
  private static BiPredicate<BsonDocument, BsonDocument> expressed(BsonDocument options) {
    String local = text(options.getDocument("let").get("v")).substring(1);
    BsonDocument match = options.getArray("pipeline").get(0).asDocument().getDocument("$match");
    String remote = text(match.getDocument("$expr").getArray("$eq").get(0)).substring(1);
    return (document, other) -> {
      BsonValue wanted = document.get(local);
      BsonValue offered = other.get(remote);
      boolean missing = wanted == null || offered == null;
      return missing ? wanted == offered : compare(wanted, offered) == 0;
    };
  }
}
