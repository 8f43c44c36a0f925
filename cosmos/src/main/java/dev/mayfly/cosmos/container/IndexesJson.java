package dev.mayfly.cosmos.container;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The composite, spatial and full text indexes of an indexing policy: checked and returned. */
final class IndexesJson {
  private static final String COMPOSITE = "compositeIndexes";
  private static final String SPATIAL = "spatialIndexes";
  private static final String FULL_TEXT = "fullTextIndexes";
  private static final int COUNT_MAX = 100;
  private static final int COMPOSITE_PATHS_MIN = 2;
  private static final int COMPOSITE_PATHS_MAX = 8;
  private static final Set<String> SHAPES =
      Set.of("Point", "LineString", "Polygon", "MultiPolygon");

  private IndexesJson() {}

  /** Copies the indexes from a policy to the one that is kept. */
  static void read(BsonDocument policy, BsonDocument into) {
    readComposite(policy, into);
    readSpatial(policy, into);
    readFullText(policy, into);
  }

  private static void readComposite(BsonDocument policy, BsonDocument into) {
    BsonArray indexes = PropertyReader.array(policy, COMPOSITE);
    if (indexes == null) {
      return;
    }
    limit(COMPOSITE, indexes.size());
    BsonArray read = new BsonArray();
    for (BsonValue index : indexes) {
      if (!index.isArray()) {
        throw PropertyReader.invalid("Each of the compositeIndexes must be an array of paths.");
      }
      read.add(composite(index.asArray()));
    }
    into.append(COMPOSITE, read);
  }

  private static BsonArray composite(BsonArray index) {
    if (index.size() < COMPOSITE_PATHS_MIN || index.size() > COMPOSITE_PATHS_MAX) {
      throw PropertyReader.invalid(
          "A composite index has "
              + index.size()
              + " paths. Ensure to provide "
              + COMPOSITE_PATHS_MIN
              + " to "
              + COMPOSITE_PATHS_MAX
              + " paths in each composite index.");
    }
    BsonArray read = new BsonArray();
    for (BsonValue value : index) {
      BsonDocument each = PropertyReader.asDocument(value, COMPOSITE);
      String path = PropertyReader.string(each, "path", "");
      if (!PropertyReader.isPath(path)) {
        throw PropertyReader.invalid(
            "The composite index path '"
                + path
                + "' could not be accepted. Ensure that it names a property and has no '/?' or"
                + " '/*' at its end.");
      }
      String order = PropertyReader.string(each, "order", "ascending").toLowerCase(Locale.ROOT);
      if (!order.equals("ascending") && !order.equals("descending")) {
        throw PropertyReader.invalid(
            "The order '"
                + order
                + "' of the composite index path '"
                + path
                + "' is invalid. Ensure to provide ascending or descending.");
      }
      read.add(
          new BsonDocument("path", new BsonString(path)).append("order", new BsonString(order)));
    }
    return read;
  }

  private static void readSpatial(BsonDocument policy, BsonDocument into) {
    BsonArray indexes = PropertyReader.array(policy, SPATIAL);
    if (indexes == null) {
      return;
    }
    limit(SPATIAL, indexes.size());
    for (BsonDocument index : PropertyReader.documents(policy, SPATIAL)) {
      String path = PropertyReader.string(index, "path", "");
      if (!PropertyReader.isPath(withoutEnd(path))) {
        throw PropertyReader.invalid(
            "The spatial index path '" + path + "' could not be accepted.");
      }
      for (String shape : PropertyReader.strings(index, "types")) {
        if (!SHAPES.contains(shape)) {
          throw PropertyReader.invalid(
              "The spatial type '"
                  + shape
                  + "' of the path '"
                  + path
                  + "' is invalid. Ensure to provide Point, LineString, Polygon or MultiPolygon.");
        }
      }
    }
    into.append(SPATIAL, indexes);
  }

  /** Refuses spatial indexes of a plane without its bounds, and of the globe with them. */
  static void checkBoundingBoxes(BsonDocument policy, boolean geometry) {
    for (BsonDocument index : PropertyReader.documents(policy, SPATIAL)) {
      BsonDocument box = PropertyReader.document(index, "boundingBox");
      String path = PropertyReader.string(index, "path", "");
      if (geometry && box == null) {
        throw PropertyReader.invalid(
            "Required parameter 'boundingBox' for 'Geometry' collection is missing in spatial"
                + " path '"
                + path
                + "'");
      }
      if (!geometry && box != null) {
        throw PropertyReader.invalid(
            "Parameter 'boundingBox' is not allowed for 'Geography' collection in spatial path '"
                + path
                + "'");
      }
      if (geometry && !(isRange(box, "xmin", "xmax") && isRange(box, "ymin", "ymax"))) {
        throw PropertyReader.invalid(
            "The boundingBox of the spatial path '"
                + path
                + "' is invalid. Ensure to provide the numbers xmin, ymin, xmax and ymax, with"
                + " xmin below xmax and ymin below ymax.");
      }
    }
  }

  private static boolean isRange(BsonDocument box, String min, String max) {
    BsonValue low = PropertyReader.value(box, min);
    BsonValue high = PropertyReader.value(box, max);
    return low != null
        && low.isNumber()
        && high != null
        && high.isNumber()
        && low.asNumber().doubleValue() < high.asNumber().doubleValue();
  }

  private static String withoutEnd(String path) {
    boolean ended = path.endsWith("/*") || path.endsWith("/?");
    return ended ? path.substring(0, path.length() - 2) : path;
  }

  private static void readFullText(BsonDocument policy, BsonDocument into) {
    BsonArray indexes = PropertyReader.array(policy, FULL_TEXT);
    if (indexes == null) {
      return;
    }
    limit(FULL_TEXT, indexes.size());
    List<BsonDocument> documents = PropertyReader.documents(policy, FULL_TEXT);
    Set<String> paths = new HashSet<>();
    for (int i = 0; i < documents.size(); i++) {
      String path = PropertyReader.string(documents.get(i), "path");
      if (path == null) {
        throw PropertyReader.invalid(
            "Missing path in full-text index specification at index (" + i + ")");
      }
      if (!PropertyReader.isPath(path)) {
        throw PropertyReader.invalid(
            "Full-text index specification at index (" + i + ") contains invalid path");
      }
      if (!paths.add(path)) {
        throw PropertyReader.invalid("Duplicate Path :" + path + " found in Full Text Indexes.");
      }
    }
    into.append(FULL_TEXT, indexes);
  }

  static List<String> fullTextPaths(BsonDocument policy) {
    return PropertyReader.documents(policy, FULL_TEXT).stream()
        .map(index -> PropertyReader.string(index, "path"))
        .toList();
  }

  static void limit(String property, int size) {
    if (size > COUNT_MAX) {
      throw PropertyReader.invalid(
          "The indexing policy has "
              + size
              + " "
              + property
              + ". At most "
              + COUNT_MAX
              + " are allowed.");
    }
  }
}
