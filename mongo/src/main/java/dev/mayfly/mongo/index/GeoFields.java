package dev.mayfly.mongo.index;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.geo.GeoPaths;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;

/** Which fields of a collection have an index on geometries. */
public final class GeoFields {
  private GeoFields() {}

  /**
   * The field of the only 2d index or, if there is none, of the only 2dsphere index.
   *
   * @throws MongoException 27 if there is none, or more than one
   */
  public static String only(Namespace namespace, List<IndexSpec> indexes) {
    for (String type : List.of(GeoPaths.PLANE, GeoPaths.SPHERE)) {
      List<IndexSpec> found =
          indexes.stream().filter(each -> !each.isHidden() && field(each, type) != null).toList();
      if (found.size() > 1) {
        throw new MongoException(
            ErrorCodes.INDEX_NOT_FOUND,
            "There is more than one %s index on %s; unsure which to use for $geoNear"
                .formatted(type, namespace));
      }
      if (!found.isEmpty()) {
        return field(found.get(0), type);
      }
    }
    throw new MongoException(
        ErrorCodes.INDEX_NOT_FOUND,
        "$geoNear requires a 2d or 2dsphere index, but none were found");
  }

  private static String field(IndexSpec index, String type) {
    for (Map.Entry<String, BsonValue> each : index.key().entrySet()) {
      if (each.getValue().isString() && each.getValue().asString().getValue().equals(type)) {
        return each.getKey();
      }
    }
    return null;
  }
}
