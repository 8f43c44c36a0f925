package dev.mayfly.mongo.index;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * A search index of a collection. It has no rows: its graphs are derived from the documents.
 *
 * @param id as drivers show it
 * @param version of the definition, from 0
 * @param createdMillis when this version was made
 */
public record SearchIndexSpec(
    String id, String name, VectorDefinition definition, int version, long createdMillis) {
  public static final String TYPE = "vectorSearch";

  public SearchIndexSpec {
    requireNonNull(id, "id");
    requireNonNull(name, "name");
    requireNonNull(definition, "definition");
  }

  /** Reads what {@link #document} has written. */
  public static SearchIndexSpec of(BsonDocument document) {
    return new SearchIndexSpec(
        document.getString("id").getValue(),
        document.getString("name").getValue(),
        VectorDefinition.parse(document.getDocument("definition")),
        document.getInt32("version").getValue(),
        document.getDateTime("createdAt").getValue());
  }

  public BsonDocument document() {
    return new BsonDocument("id", new BsonString(id))
        .append("name", new BsonString(name))
        .append("definition", definition.document())
        .append("version", new BsonInt32(version))
        .append("createdAt", new BsonDateTime(createdMillis));
  }

  public SearchIndexSpec with(VectorDefinition changed, long nowMillis) {
    return new SearchIndexSpec(id, name, changed, version + 1, nowMillis);
  }

  /**
   * In the form of {@code $listSearchIndexes}. It can be queried from the beginning: what a graph
   * does not answer yet is searched exactly.
   *
   * @param building whether a graph is being built
   */
  public BsonDocument shown(boolean building, String host) {
    BsonString status = new BsonString(building ? "BUILDING" : "READY");
    BsonDocument made =
        new BsonDocument("version", new BsonInt32(version))
            .append("createdAt", new BsonDateTime(createdMillis));
    BsonDocument main =
        new BsonDocument("status", status)
            .append("queryable", BsonBoolean.TRUE)
            .append("definitionVersion", made)
            .append("definition", definition.document());
    BsonDocument detail =
        new BsonDocument("hostname", new BsonString(host))
            .append("status", status)
            .append("queryable", BsonBoolean.TRUE)
            .append("mainIndex", main);
    return new BsonDocument("id", new BsonString(id))
        .append("name", new BsonString(name))
        .append("type", new BsonString(TYPE))
        .append("status", status)
        .append("queryable", BsonBoolean.TRUE)
        .append("latestDefinitionVersion", made)
        .append("latestDefinition", definition.document())
        .append("statusDetail", new BsonArray(List.of(detail)));
  }
}
