package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.expression.variable.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The values by which a document is joined: those of an array one by one, null for none. */
final class LocalValues {
  private final String[] names;

  private LocalValues(String[] names) {
    this.names = names;
  }

  static LocalValues at(String path) {
    return new LocalValues(FieldPath.split(path));
  }

  List<BsonValue> of(BsonDocument document) {
    List<BsonValue> values = new ArrayList<>(1);
    collect(document, 0, values);
    return values;
  }

  private void collect(BsonValue value, int depth, List<BsonValue> values) {
    if (depth == names.length) {
      if (value != null && value.isArray()) {
        values.addAll(value.asArray());
      } else {
        values.add(value == null ? BsonNull.VALUE : value);
      }
    } else if (value != null && value.isDocument()) {
      collect(value.asDocument().get(names[depth]), depth + 1, values);
    } else if (value != null && value.isArray()) {
      for (BsonValue element : value.asArray()) {
        if (element.isDocument()) {
          collect(element, depth, values);
        }
      }
    } else {
      values.add(BsonNull.VALUE);
    }
  }
}
