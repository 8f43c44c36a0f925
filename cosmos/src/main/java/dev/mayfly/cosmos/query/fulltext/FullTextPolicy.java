package dev.mayfly.cosmos.query.fulltext;

import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.text.fulltext.FullTextLanguage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What a container says about the texts of its items.
 *
 * @param language of texts at paths that are not named
 * @param languages of the texts at paths, by their names
 * @param indexed the full text indexes, by their paths as the indexing policy writes them
 */
public record FullTextPolicy(
    FullTextLanguage language,
    Map<List<String>, FullTextLanguage> languages,
    Map<String, Field> indexed) {
  /** Of a container without any. */
  public static final FullTextPolicy NONE =
      new FullTextPolicy(FullTextLanguage.EN_US, Map.of(), Map.of());

  /** A path with an index, and the language of its texts. */
  public record Field(FieldPath path, FullTextLanguage language) {}

  public FullTextPolicy {
    languages = Map.copyOf(languages);
    indexed = Collections.unmodifiableMap(new LinkedHashMap<>(indexed));
  }

  public static FullTextPolicy of(ContainerDefinition definition) {
    return of(DefinitionParts.of(definition));
  }

  /** The policy in the parts of a definition, which have been checked. */
  public static FullTextPolicy of(BsonDocument parts) {
    BsonDocument policy = document(parts, "fullTextPolicy");
    BsonArray indexes = array(document(parts, "indexingPolicy"), "fullTextIndexes");
    if (policy.isEmpty() && indexes.isEmpty()) {
      return NONE;
    }
    FullTextLanguage standard = language(policy, "defaultLanguage", FullTextLanguage.EN_US);
    Map<List<String>, FullTextLanguage> languages = new LinkedHashMap<>();
    for (BsonValue each : array(policy, "fullTextPaths")) {
      String path = each.asDocument().getString("path").getValue();
      languages.put(
          FieldPath.ofSlashed(path).names(), language(each.asDocument(), "language", standard));
    }
    Map<String, Field> indexed = new LinkedHashMap<>();
    for (BsonValue each : indexes) {
      String path = each.asDocument().getString("path").getValue();
      FieldPath names = FieldPath.ofSlashed(path);
      indexed.put(path, new Field(names, languages.getOrDefault(names.names(), standard)));
    }
    return new FullTextPolicy(standard, languages, indexed);
  }

  private static BsonDocument document(BsonDocument parent, String name) {
    BsonValue value = parent.get(name);
    return value != null && value.isDocument() ? value.asDocument() : new BsonDocument();
  }

  private static BsonArray array(BsonDocument parent, String name) {
    BsonValue value = parent.get(name);
    return value != null && value.isArray() ? value.asArray() : new BsonArray();
  }

  private static FullTextLanguage language(
      BsonDocument parent, String name, FullTextLanguage otherwise) {
    BsonValue value = parent.get(name);
    FullTextLanguage found =
        value instanceof BsonString tag ? FullTextLanguage.tagged(tag.getValue()) : null;
    return found == null ? otherwise : found;
  }

  /**
   * The language of the texts at a path.
   *
   * @param path the names that lead to them; null if it is no path
   */
  public FullTextLanguage of(List<String> path) {
    return path == null ? language : languages.getOrDefault(path, language);
  }

  /** The full text index over a path, as the indexing policy writes it; null if there is none. */
  public String index(List<String> path) {
    for (Map.Entry<String, Field> each : indexed.entrySet()) {
      if (each.getValue().path().names().equals(path)) {
        return each.getKey();
      }
    }
    return null;
  }
}
