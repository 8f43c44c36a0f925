package dev.mayfly.mongo.aggregate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Pipelines of the stages that {@link NaivePipeline} knows, and documents for them. */
public final class RandomPipelines {
  private static final String[] FIELDS = {"a", "b", "c"};
  private static final String[] ACCUMULATORS = {
    "$sum", "$avg", "$min", "$max", "$first", "$last", "$push", "$addToSet"
  };

  private final Random random;

  public RandomPipelines(Random random) {
    this.random = random;
  }

  /** A few, numbered. */
  List<BsonDocument> documents() {
    List<BsonDocument> documents = new ArrayList<>();
    int count = random.nextInt(12);
    for (int i = 0; i < count; i++) {
      documents.add(document(i));
    }
    return documents;
  }

  public BsonDocument document(int id) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    for (String field : FIELDS) {
      if (random.nextInt(6) > 0) {
        document.put(field, value(2));
      }
    }
    return document;
  }

  /** One to four stages; they may ask for a collection f. */
  public List<BsonDocument> next() {
    return stages(1 + random.nextInt(4), true);
  }

  private BsonValue value(int depth) {
    int kind = random.nextInt(depth > 0 ? 12 : 9);
    int small = random.nextInt(4);
    return switch (kind) {
      case 0, 1, 2 -> new BsonInt32(small);
      case 3 -> new BsonInt64(small);
      case 4, 5 -> new BsonDouble(small / 2.0);
      case 6 -> new BsonString("" + (char) ('p' + small));
      case 7 -> BsonNull.VALUE;
      case 8 -> BsonBoolean.valueOf(small > 1);
      case 9, 10 -> {
        BsonArray array = new BsonArray();
        for (int i = 0; i < small; i++) {
          array.add(value(depth - 1));
        }
        yield array;
      }
      default -> new BsonDocument("x", value(depth - 1)).append("y", value(0));
    };
  }

  private String field() {
    return FIELDS[random.nextInt(FIELDS.length)];
  }

  private BsonValue path() {
    return new BsonString("$" + field() + (random.nextInt(4) == 0 ? ".x" : ""));
  }

  private List<BsonDocument> stages(int count, boolean withFacets) {
    List<BsonDocument> stages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      stages.add(stage(withFacets));
    }
    return stages;
  }

  private BsonDocument stage(boolean withFacets) {
    return switch (random.nextInt(withFacets ? 16 : 15)) {
      case 0 ->
          new BsonDocument(
              "$match",
              new BsonDocument(
                  field(), new BsonDocument("$gte", new BsonInt32(random.nextInt(3)))));
      case 1 -> new BsonDocument("$set", new BsonDocument(field(), path()).append("n", path()));
      case 2 -> new BsonDocument("$unset", new BsonString(field()));
      case 3 -> new BsonDocument("$skip", new BsonInt32(random.nextInt(4)));
      case 4 -> new BsonDocument("$limit", new BsonInt32(1 + random.nextInt(6)));
      case 5, 6 -> new BsonDocument("$sort", sort());
      case 7 -> new BsonDocument("$unwind", unwind());
      case 8, 9, 10 -> new BsonDocument("$group", group());
      case 11 -> new BsonDocument("$sortByCount", path());
      case 12 ->
          new BsonDocument("$replaceWith", new BsonDocument("a", path()).append("c", path()));
      case 13 -> new BsonDocument("$unionWith", new BsonString("f"));
      case 14 -> new BsonDocument("$lookup", lookup());
      default -> new BsonDocument("$facet", facet());
    };
  }

  /** One key only: two that are arrays side by side are refused. */
  private BsonDocument sort() {
    String key = random.nextInt(4) == 0 ? "_id" : field();
    return new BsonDocument(key, new BsonInt32(random.nextBoolean() ? 1 : -1));
  }

  private BsonDocument unwind() {
    BsonDocument options =
        new BsonDocument("path", new BsonString("$" + field()))
            .append("preserveNullAndEmptyArrays", BsonBoolean.valueOf(random.nextBoolean()));
    return random.nextBoolean()
        ? options
        : options.append("includeArrayIndex", new BsonString("i"));
  }

  private BsonDocument group() {
    BsonValue id =
        switch (random.nextInt(4)) {
          case 0 -> BsonNull.VALUE;
          case 1 -> new BsonDocument("k", path()).append("l", path());
          default -> path();
        };
    BsonDocument group = new BsonDocument("_id", id);
    for (String field : FIELDS) {
      String accumulator = ACCUMULATORS[random.nextInt(ACCUMULATORS.length)];
      group.put(field, new BsonDocument(accumulator, path()));
    }
    return group;
  }

  /** By fields, or by the same said with a variable and an expression. */
  private BsonDocument lookup() {
    BsonDocument lookup =
        new BsonDocument("from", new BsonString("f")).append("as", new BsonString("r"));
    if (random.nextBoolean()) {
      return lookup
          .append("localField", new BsonString(field()))
          .append("foreignField", new BsonString(field()));
    }
    String match = "{$match: {$expr: {$eq: ['$" + field() + "', '$$v']}}}";
    return lookup
        .append("let", new BsonDocument("v", new BsonString("$" + field())))
        .append("pipeline", new BsonArray(List.of(BsonDocument.parse(match))));
  }

  private BsonDocument facet() {
    return new BsonDocument("f", new BsonArray(stages(1 + random.nextInt(2), false)))
        .append("g", new BsonArray(stages(1, false)));
  }
}
