package dev.mayfly.text;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.index.KeyFunction;
import dev.mayfly.engine.index.PathIndex;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The keys of text indexes: for each term of a document, the values of the fields before it and the
 * term. A document without terms has no key.
 */
public final class TextKeys implements KeyFunction {
  /** A change of how texts are divided into terms needs another name. */
  static final String NAME = "text 3";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Source of(PathIndex index) {
    TextDefinition definition = TextDefinition.of(index.function());
    DocumentTexts texts = new DocumentTexts(definition);
    return (body, taker) -> {
      byte[][] key = new byte[definition.before().size() + 1][];
      for (int i = 0; i < key.length - 1; i++) {
        key[i] = encoded(plain(body, definition.before().get(i)));
      }
      definition.after().forEach(path -> plain(body, path));
      for (String term : terms(texts, body)) {
        ByteSink sink = new ByteSink();
        KeyEncoder.appendString(sink, term);
        key[key.length - 1] = sink.toByteArray();
        taker.take(key);
      }
    };
  }

  private static Set<String> terms(DocumentTexts texts, byte[] body) {
    Set<String> terms = new HashSet<>();
    Tokenizers tokenizers = new Tokenizers(Tokenizer.Form.INDEXED);
    texts.forEach(
        RawBson.root(body),
        (text, language, weight) -> tokenizers.of(language).forEach(text, terms::add));
    return terms;
  }

  private static byte[] encoded(RawValue value) {
    if (value != null) {
      return KeyEncoder.encode(value);
    }
    ByteSink sink = new ByteSink();
    KeyEncoder.appendNull(sink);
    return sink.toByteArray();
  }

  /** The value at a path, null for none; an array at or on the way to it is refused. */
  private static RawValue plain(byte[] body, FieldPath path) {
    RawValue value = RawBson.root(body);
    List<String> names = path.names();
    for (int i = 0; i < names.size() && value != null; i++) {
      value = value.isDocument() ? value.find(path.utf8Name(i)) : null;
      if (value != null && value.isArray()) {
        throw new TextRefusal(
            TextRefusal.ARRAY,
            "Field '" + String.join(".", names) + "' of text index contains an array in document");
      }
    }
    return value;
  }
}
