package dev.mayfly.cosmos.container;

import dev.mayfly.cosmos.query.fulltext.FullTextPolicy;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.text.fulltext.FullTextKeys;
import dev.mayfly.text.fulltext.FullTextLanguage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;

/** Which properties hold texts that are searched for words, and in which languages. */
final class FullTextPolicyJson {
  static final String PROPERTY = "fullTextPolicy";
  private static final String PATHS = "fullTextPaths";

  private FullTextPolicyJson() {}

  /** The policy that a body asks for; null if it asks for none. */
  static BsonDocument read(BsonDocument body) {
    BsonDocument policy = PropertyReader.document(body, PROPERTY);
    if (policy == null) {
      return null;
    }
    checkLanguage(PropertyReader.string(policy, "defaultLanguage"));
    Set<String> paths = new TreeSet<>();
    for (BsonDocument each : PropertyReader.documents(policy, PATHS)) {
      String path = PropertyReader.string(each, "path", "");
      if (!PropertyReader.isPath(path)) {
        throw PropertyReader.invalid("The Full Text Policy contains an invalid Path: " + path);
      }
      if (!paths.add(path)) {
        throw PropertyReader.invalid("The Full Text Policy contains the Path twice: " + path);
      }
      checkLanguage(PropertyReader.string(each, "language"));
    }
    return policy;
  }

  /** Refuses full text indexes of properties that the policy does not name. */
  static void requireNamed(BsonDocument policy, BsonDocument indexing) {
    Set<String> named = new HashSet<>();
    if (policy != null) {
      PropertyReader.documents(policy, PATHS)
          .forEach(each -> named.add(PropertyReader.string(each, "path")));
    }
    for (String path : IndexesJson.fullTextPaths(indexing)) {
      if (!named.contains(path)) {
        throw PropertyReader.invalid(
            "The path of the Full Text Index "
                + path
                + " does not match the path specified in the Full Text Policy");
      }
    }
  }

  /**
   * The indexes of a container: those that are not of texts stay as they are.
   *
   * @param before null if there is none yet
   * @param parts what the new definition says on the wire
   */
  static PathIndex[] indexes(ContainerDefinition before, BsonDocument parts) {
    List<PathIndex> indexes = new ArrayList<>();
    if (before != null) {
      before.pathIndexes().stream()
          .filter(index -> !FullTextKeys.isIndex(index))
          .forEach(indexes::add);
    }
    FullTextPolicy policy = FullTextPolicy.of(parts);
    policy
        .indexed()
        .forEach((path, field) -> indexes.add(FullTextKeys.index(path, field.language())));
    return indexes.toArray(PathIndex[]::new);
  }

  private static void checkLanguage(String language) {
    if (language != null && FullTextLanguage.tagged(language) == null) {
      throw PropertyReader.invalid(
          "The Full Text Policy contains an unsupported language "
              + language
              + ". Supported languages are: "
              + String.join(", ", FullTextLanguage.tags())
              + ".");
    }
  }
}
