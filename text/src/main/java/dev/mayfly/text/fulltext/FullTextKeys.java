package dev.mayfly.text.fulltext;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.KeyFunction;
import dev.mayfly.engine.index.KeyFunctionCall;
import dev.mayfly.engine.index.PathIndex;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonMinKey;
import org.bson.BsonString;

/**
 * The keys of full text indexes: the terms of the text at a path. An item without a text there has
 * no key; one with very many terms has a single one, MinKey, under which every search looks too.
 */
public final class FullTextKeys implements KeyFunction {
  /** A change of how texts are divided into terms needs another name. */
  static final String NAME = "full text 1";

  private static final String PREFIX = "full text ";
  private static final String LANGUAGE = "language";
  private static final int TERMS_MAX = 50_000;

  @Override
  public String name() {
    return NAME;
  }

  /** The index of the texts at a path such as /a/b. */
  public static PathIndex index(String path, FullTextLanguage language) {
    FieldPath of = FieldPath.ofSlashed(path);
    return new PathIndex(
        indexName(path),
        List.of(new PathIndex.Part(of, false)),
        PathIndex.Arrays.COMPUTED,
        false,
        false,
        null,
        new KeyFunctionCall(NAME, new BsonDocument(LANGUAGE, new BsonString(language.tag()))),
        new BsonDocument());
  }

  private static String indexName(String path) {
    String name = PREFIX + path;
    return name.length() <= PathIndex.NAME_CHARACTERS_MAX
        ? name
        : name.substring(0, PathIndex.NAME_CHARACTERS_MAX - 9)
            + " "
            + Integer.toHexString(name.hashCode());
  }

  /** Whether an index is one of texts. */
  public static boolean isIndex(PathIndex index) {
    return index.function() != null && index.function().name().startsWith(PREFIX);
  }

  @Override
  public Source of(PathIndex index) {
    FullTextLanguage language =
        FullTextLanguage.tagged(
            index.function().parameters().getString(LANGUAGE, new BsonString("")).getValue());
    if (language == null || index.parts().size() != 1) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The index '" + index.name() + "' must have one path, and a language.");
    }
    FieldPath path = index.parts().get(0).path();
    return (body, taker) -> {
      String text = text(RawBson.root(body), path);
      if (text != null) {
        Set<String> terms = new HashSet<>();
        language.forEach(text, (term, position) -> terms.add(term));
        if (terms.size() > TERMS_MAX) {
          taker.take(new byte[][] {KeyEncoder.encode(new BsonMinKey())});
        } else {
          terms.forEach(term -> take(term, taker));
        }
      }
    };
  }

  private static void take(String term, Taker taker) {
    ByteSink sink = new ByteSink();
    KeyEncoder.appendString(sink, term);
    taker.take(new byte[][] {sink.toByteArray()});
  }

  /** The text at a path of a document; null if there is none. */
  public static String text(RawValue document, FieldPath path) {
    RawValue value = document;
    for (int i = 0; i < path.depth() && value != null; i++) {
      value = value.isDocument() ? value.find(path.utf8Name(i)) : null;
    }
    return value != null && value.isString() ? value.asString() : null;
  }
}
