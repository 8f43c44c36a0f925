package dev.mayfly.cosmos.container;

import org.bson.BsonDocument;
import org.bson.BsonString;

/** Whether points lie on the globe or in a plane. */
final class GeospatialJson {
  static final String PROPERTY = "geospatialConfig";
  private static final String GEOGRAPHY = "Geography";
  private static final String GEOMETRY = "Geometry";

  private GeospatialJson() {}

  /** What a body asks for; null if it asks for nothing. */
  static BsonDocument read(BsonDocument body) {
    BsonDocument config = PropertyReader.document(body, PROPERTY);
    if (config == null) {
      return null;
    }
    String type = PropertyReader.string(config, "type", GEOGRAPHY);
    if (type.equalsIgnoreCase(GEOGRAPHY)) {
      return config(GEOGRAPHY);
    } else if (type.equalsIgnoreCase(GEOMETRY)) {
      return config(GEOMETRY);
    }
    throw PropertyReader.invalid(
        "The geospatial type '" + type + "' is invalid. Ensure to provide Geography or Geometry.");
  }

  static boolean isGeometry(BsonDocument config) {
    return config != null && GEOMETRY.equals(PropertyReader.string(config, "type"));
  }

  static BsonDocument standard() {
    return config(GEOGRAPHY);
  }

  private static BsonDocument config(String type) {
    return new BsonDocument("type", new BsonString(type));
  }
}
