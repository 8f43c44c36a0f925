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
    BsonDocument policy = Fields.document(body, PROPERTY);
    if (policy == null) {
      return null;
    }
    checkLanguage(Fields.string(policy, "defaultLanguage"));
    Set<String> paths = new TreeSet<>();
    for (BsonDocument each : Fields.documents(policy, PATHS)) {
      String path = Fields.string(each, "path", "");
      if (!Fields.isPath(path)) {
        throw Fields.invalid("The Full Text Policy contains an invalid Path: " + path);
      }
      if (!paths.add(path)) {
        throw Fields.invalid("The Full Text Policy contains the Path twice: " + path);
      }
      checkLanguage(Fields.string(each, "language"));
    }
    return policy;
  }

  /** Refuses full text indexes of properties that the policy does not name. */
  static void requireNamed(BsonDocument policy, BsonDocument indexing) {
    Set<String> named = new HashSet<>();
    if (policy != null) {
      Fields.documents(policy, PATHS).forEach(each -> named.add(Fields.string(each, "path")));
    }
    for (String path : IndexesJson.fullTextPaths(indexing)) {
      if (!named.contains(path)) {
        throw Fields.invalid(
            "The path of the Full Text Index "
                + path
                + " does not match the path specified in the Full Text Policy");
      }
    }
  }

  private static void checkLanguage(String language) {
    if (language != null && !LANGUAGES.contains(language)) {
      throw Fields.invalid(
          "The Full Text Policy contains an unsupported language "
              + language
              + ". Supported languages are: "
              + String.join(", ", LANGUAGES)
              + ".");
    }
  }
}
