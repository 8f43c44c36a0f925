package dev.mayfly.text;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.bson.Utf8;
import java.util.Set;

/** Finds the texts of documents that are in an index. Thread safe. */
final class DocumentTexts {
  private static final int DEFAULT_WEIGHT = 1;

  private final TextDefinition definition;
  private final Set<String> outerPaths;
  private final byte[] languageField;

  /** Gets the texts of a document in their order. */
  @FunctionalInterface
  interface Taker {
    void take(String text, Language language, int weight);
  }

  DocumentTexts(TextDefinition definition) {
    this.definition = definition;
    this.outerPaths = definition.outerPaths();
    this.languageField = Utf8.encode(definition.languageField());
  }

  /**
   * @throws TextRefusal if the document names a language that is not there
   */
  void forEach(RawValue document, Taker taker) {
    walk(document, "", false, language(document, definition.language()), taker);
  }

  private void walk(
      RawValue parent, String parentPath, boolean array, Language language, Taker taker) {
    for (RawCursor cursor = parent.elements(); cursor.next(); ) {
      RawValue value = cursor.value();
      if (value.isString() || value.isDocument() || value.isArray()) {
        String name = cursor.name();
        boolean skipped = definition.wildcard() && name.equals(definition.languageField());
        if (!skipped) {
          String path = array ? parentPath : parentPath.isEmpty() ? name : parentPath + '.' + name;
          visit(value, path, array, language, taker);
        }
      }
    }
  }

  private void visit(RawValue value, String path, boolean inArray, Language language, Taker taker) {
    boolean all = definition.wildcard();
    Integer weight = definition.weights().get(path);
    if (value.isString()) {
      if (all || weight != null) {
        taker.take(value.asString(), language, weight == null ? DEFAULT_WEIGHT : weight);
      }
    } else if (value.isDocument()) {
      if (all || outerPaths.contains(path)) {
        walk(value, path, false, language(value, language), taker);
      }
    } else if (all || !inArray && (weight != null || outerPaths.contains(path))) {
      walk(value, path, true, language, taker);
    }
  }

  private Language language(RawValue document, Language around) {
    RawValue name = document.find(languageField);
    if (name == null) {
      return around;
    }
    if (!name.isString()) {
      throw new TextRefusal(
          TextRefusal.LANGUAGE_TYPE,
          "found language override field in document with non-string type");
    }
    Language found = Language.named(name.asString());
    if (found == null) {
      throw new TextRefusal(
          TextRefusal.LANGUAGE_UNKNOWN, "language override unsupported: " + name.asString());
    }
    return found;
  }
}
