package dev.mayfly.engine.format;

import dev.mayfly.engine.catalog.IndexSource;
import dev.mayfly.engine.catalog.IndexSources;
import dev.mayfly.engine.index.KeyFunctionCall;
import dev.mayfly.engine.index.PathIndex;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Path indexes as parts of BSON rows. Rows from before there were any have none. */
final class IndexCodec {
  private IndexCodec() {}

  static BsonDocument encode(IndexSources sources) {
    return new BsonDocument("next", new BsonInt32(sources.next()))
        .append("list", CatalogCodec.array(sources.list(), IndexCodec::encode));
  }

  static IndexSources sources(BsonDocument document) {
    List<IndexSource> list =
        CatalogCodec.list(document.getArray("list", new BsonArray()), IndexCodec::source);
    return new IndexSources(list, document.getInt32("next", new BsonInt32(0)).getValue());
  }

  private static BsonDocument encode(IndexSource source) {
    return new BsonDocument("id", new BsonInt32(source.id()))
        .append("index", encode(source.index()))
        .append("automatic", BsonBoolean.valueOf(source.automatic()));
  }

  private static IndexSource source(BsonValue value) {
    BsonDocument document = value.asDocument();
    return new IndexSource(
        document.getInt32("id").getValue(),
        index(document.get("index")),
        document.getBoolean("automatic").getValue());
  }

  static BsonDocument encode(PathIndex index) {
    BsonDocument document =
        new BsonDocument("name", new BsonString(index.name()))
            .append("parts", CatalogCodec.array(index.parts(), IndexCodec::encode))
            .append("arrays", new BsonString(index.arrays().name()))
            .append("unique", BsonBoolean.valueOf(index.unique()))
            .append("sparse", BsonBoolean.valueOf(index.sparse()))
            .append("filter", index.filter() == null ? BsonNull.VALUE : index.filter())
            .append("opaque", index.opaque());
    if (index.function() != null) {
      document.append("function", encode(index.function()));
    }
    return document;
  }

  static PathIndex index(BsonValue value) {
    BsonDocument document = value.asDocument();
    return new PathIndex(
        document.getString("name").getValue(),
        CatalogCodec.list(document.getArray("parts"), IndexCodec::part),
        PathIndex.Arrays.valueOf(document.getString("arrays").getValue()),
        document.getBoolean("unique").getValue(),
        document.getBoolean("sparse").getValue(),
        document.isNull("filter") ? null : document.getDocument("filter"),
        document.containsKey("function") ? function(document.getDocument("function")) : null,
        document.getDocument("opaque"));
  }

  private static BsonDocument encode(KeyFunctionCall function) {
    return new BsonDocument("name", new BsonString(function.name()))
        .append("parameters", function.parameters());
  }

  private static KeyFunctionCall function(BsonDocument document) {
    return new KeyFunctionCall(
        document.getString("name").getValue(), document.getDocument("parameters"));
  }

  private static BsonDocument encode(PathIndex.Part part) {
    return new BsonDocument("path", CatalogCodec.path(part.path()))
        .append("descending", BsonBoolean.valueOf(part.descending()));
  }

  private static PathIndex.Part part(BsonValue value) {
    BsonDocument document = value.asDocument();
    return new PathIndex.Part(
        CatalogCodec.path(document.get("path")), document.getBoolean("descending").getValue());
  }
}
