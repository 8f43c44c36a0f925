package dev.mayfly.mongo.random;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Valid filters over what {@link RandomDocuments} makes. */
public final class RandomFilters {
  private static final List<String> COMPARISONS =
      List.of("$eq", "$ne", "$gt", "$gte", "$lt", "$lte");
  private static final List<String> BITS =
      List.of("$bitsAllSet", "$bitsAllClear", "$bitsAnySet", "$bitsAnyClear");
  private static final List<String> TYPES =
      List.of("int", "double", "string", "object", "array", "null", "bool", "number", "long");
  private static final List<String> PATTERNS = List.of("a", "^a", "b$", "[xB]", "^$");

  private final RandomDocuments documents;

  public RandomFilters(RandomDocuments documents) {
    this.documents = documents;
  }

  public BsonDocument next() {
    return filter(0);
  }

  private BsonDocument filter(int depth) {
    BsonDocument filter = new BsonDocument();
    for (int i = dice(6) == 0 ? 2 : 1; i > 0; i--) {
      if (depth < 2 && dice(5) == 0) {
        filter.put(documents.any(List.of("$and", "$or", "$nor")), filters(depth + 1));
      } else {
        filter.put(documents.path(), condition(depth));
      }
    }
    return filter;
  }

  private BsonArray filters(int depth) {
    BsonArray filters = new BsonArray();
    for (int i = 1 + dice(2); i > 0; i--) {
      filters.add(filter(depth));
    }
    return filters;
  }

  private BsonValue condition(int depth) {
    if (dice(4) == 0) {
      return dice(5) == 0 ? regex() : documents.value();
    }
    return operators(depth);
  }

  private BsonDocument operators(int depth) {
    BsonDocument operators = new BsonDocument();
    for (int i = dice(4) == 0 ? 2 : 1; i > 0; i--) {
      operator(operators, depth);
    }
    return operators;
  }

  private void operator(BsonDocument operators, int depth) {
    int kind = dice(depth < 2 ? 19 : 15);
    switch (kind) {
      case 0, 1, 2, 3, 4 -> operators.put(documents.any(COMPARISONS), documents.value());
      case 5, 6 -> operators.put(documents.any(List.of("$in", "$nin")), choices());
      case 7 -> operators.put("$exists", BsonBoolean.valueOf(dice(2) == 0));
      case 8 -> operators.put("$type", new BsonString(documents.any(TYPES)));
      case 9 ->
          operators.put(
              "$mod", new BsonArray(List.of(new BsonInt32(2), new BsonInt32(dice(3) - 1))));
      case 10 -> operators.put("$size", new BsonInt32(dice(4)));
      case 11 -> operators.put("$all", documents.array(1));
      case 12 -> operators.put("$regex", new BsonString(documents.any(PATTERNS)));
      case 13 -> operators.put(documents.any(BITS), new BsonInt32(dice(4)));
      case 14 ->
          operators.put(documents.any(BITS), new BsonArray(List.of(new BsonInt32(dice(3) * 33))));
      case 15, 16 -> operators.put("$elemMatch", operators(depth + 1));
      case 17 -> operators.put("$elemMatch", filter(depth + 1));
      default -> operators.put("$not", dice(4) == 0 ? regex() : operators(depth + 1));
    }
  }

  private BsonArray choices() {
    BsonArray choices = new BsonArray();
    for (int i = dice(8); i > 0; i--) {
      choices.add(dice(8) == 0 ? regex() : documents.value());
    }
    return choices;
  }

  private BsonValue regex() {
    return new BsonRegularExpression(documents.any(PATTERNS));
  }

  private int dice(int sides) {
    return documents.random().nextInt(sides);
  }
}
