package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.expression.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The values at a path of the local document, array elements one by one. */
record LocalValues(String[] names) {
  static LocalValues at(String path) {
    return new LocalValues(FieldPath.split(path));
  }

  /** All values, null where the path is missing. */
  List<BsonValue> of(BsonDocument document) {
    return collect(document, true);
  }

  /** The values where the path is present. */
  List<BsonValue> present(BsonDocument document) {
    return collect(document, false);
  }

  private List<BsonValue> collect(BsonDocument document, boolean withMissing) {
    List<BsonValue> values = new ArrayList<>(1);
    collect(document, 0, withMissing, values);
    return values;
  }

  private void collect(BsonValue value, int depth, boolean withMissing, List<BsonValue> values) {
    if (value != null && depth == names.length) {
      if (value.isArray()) {
        values.addAll(value.asArray());
      } else {
        values.add(value);
      }
    } else if (value != null && value.isDocument()) {
      collect(value.asDocument().get(names[depth]), depth + 1, withMissing, values);
    } else if (value != null && value.isArray()) {
      for (BsonValue element : value.asArray()) {
        if (element.isDocument()) {
          collect(element, depth, withMissing, values);
        }
      }
    } else if (withMissing) {
      values.add(BsonNull.VALUE);
    }
  }
}
