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
    BsonDocument config = Fields.document(body, PROPERTY);
    if (config == null) {
      return null;
    }
    String type = Fields.string(config, "type", GEOGRAPHY);
    if (type.equalsIgnoreCase(GEOGRAPHY)) {
      return config(GEOGRAPHY);
    } else if (type.equalsIgnoreCase(GEOMETRY)) {
      return config(GEOMETRY);
    }
    throw Fields.invalid(
        "The geospatial type '" + type + "' is invalid. Ensure to provide Geography or Geometry.");
  }

  static BsonDocument standard() {
    return config(GEOGRAPHY);
  }

  private static BsonDocument config(String type) {
    return new BsonDocument("type", new BsonString(type));
  }
}
