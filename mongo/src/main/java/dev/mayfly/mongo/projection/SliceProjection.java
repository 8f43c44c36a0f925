package dev.mayfly.mongo.projection;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code $slice} of a find projection.
 *
 * @param path of the array
 * @param skip null for none; negative counts from the end
 * @param limit negative, without skip: from the end
 */
record SliceProjection(String[] path, Integer skip, int limit) {
  BsonDocument apply(BsonDocument document) {
    return document(document, 0);
  }

  private BsonDocument document(BsonDocument document, int at) {
    BsonValue value = document.get(path[at]);
    if (value == null || !(value.isArray() || value.isDocument())) {
      return document;
    }
    BsonDocument result = new BsonDocument();
    result.putAll(document);
    result.put(path[at], at == path.length - 1 ? cut(value) : inside(value, at + 1));
    return result;
  }

  private BsonValue inside(BsonValue value, int at) {
    if (value.isDocument()) {
      return document(value.asDocument(), at);
    }
    if (!value.isArray()) {
      return value;
    }
    BsonArray elements = new BsonArray();
    for (BsonValue each : value.asArray()) {
      // Documents of an array are projected, those of arrays within it are not.
      elements.add(each.isDocument() ? document(each.asDocument(), at) : each);
    }
    return elements;
  }

  private BsonValue cut(BsonValue value) {
    if (!value.isArray()) {
      return value;
    }
    List<BsonValue> elements = value.asArray();
    int size = elements.size();
    long from = skip != null ? skip : limit < 0 ? limit : 0;
    from = from < 0 ? Math.max(0, size + from) : Math.min(from, size);
    long count = skip == null && limit < 0 ? -(long) limit : limit;
    return new BsonArray(elements.subList((int) from, (int) Math.min(size, from + count)));
  }
}
