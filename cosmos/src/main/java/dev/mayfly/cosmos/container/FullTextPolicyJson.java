package dev.mayfly.cosmos.container;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;

/** Which properties hold texts that are searched for words, and in which languages. */
final class FullTextPolicyJson {
  static final String PROPERTY = "fullTextPolicy";
  private static final String PATHS = "fullTextPaths";
  private static final Set<String> LANGUAGES =
      new TreeSet<>(Set.of("de-DE", "en-US", "es-ES", "fr-FR", "it-IT", "pt-BR", "pt-PT"));

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
   * Refuses what queries can't use.
   *
   * @param kept the parts of the definition before; what an earlier version accepted may stay
   */
  static void refuse(BsonDocument policy, BsonDocument kept) {
    boolean hasPaths = policy != null && !PropertyReader.documents(policy, PATHS).isEmpty();
    if (hasPaths && !policy.equals(kept.get(PROPERTY))) {
      throw PropertyReader.invalid(
          "Full text search is not supported by this version of Mayfly: leave out the "
              + PATHS
              + " of the "
              + PROPERTY
              + " and the fullTextIndexes.");
    }
  }

  private static void checkLanguage(String language) {
    if (language != null && !LANGUAGES.contains(language)) {
      throw PropertyReader.invalid(
          "The Full Text Policy contains an unsupported language "
              + language
              + ". Supported languages are: "
              + String.join(", ", LANGUAGES)
              + ".");
    }
  }
}
