package dev.mayfly.mongo.text;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.text.Language;
import dev.mayfly.text.TextDefinition;
import dev.mayfly.text.TextSearch;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Parses the operand of {@code $text}. */
public final class TextOperand {
  private static final Set<String> FIELDS =
      Set.of("$search", "$language", "$caseSensitive", "$diacriticSensitive");

  private TextOperand() {}

  /**
   * @param index what the text index holds
   */
  public static TextSearch parse(BsonValue operand, TextDefinition index) {
    if (!operand.isDocument()) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "$text expects an object");
    }
    BsonDocument fields = operand.asDocument();
    String search = text(fields, "$search", null);
    String name = text(fields, "$language", index.language().fullName());
    boolean caseSensitive = flag(fields, "$caseSensitive");
    boolean diacriticSensitive = flag(fields, "$diacriticSensitive");
    if (!FIELDS.containsAll(fields.keySet())) {
      throw new MongoException(ErrorCodes.BAD_VALUE, "extra fields in $text");
    }
    Language language = Language.named(name);
    if (language == null) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "unsupported language: \"" + name + "\" for text index version 3");
    }
    TextSearch parsed = new TextSearch(index, search, language, caseSensitive, diacriticSensitive);
    if (parsed.terms().size() > TextSearch.TERMS_MAX) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "$search has more than " + TextSearch.TERMS_MAX + " different terms");
    }
    return parsed;
  }

  private static String text(BsonDocument fields, String name, String missing) {
    BsonValue value = fields.get(name);
    if (value == null && missing == null) {
      throw new MongoException(ErrorCodes.NO_SUCH_KEY, "Missing expected field \"" + name + "\"");
    }
    BsonValue given = value == null ? new BsonString(missing) : value;
    if (!given.isString()) {
      throw wrongType(name, "string", given);
    }
    return given.asString().getValue();
  }

  private static boolean flag(BsonDocument fields, String name) {
    BsonValue value = fields.getOrDefault(name, BsonBoolean.FALSE);
    if (!value.isBoolean()) {
      throw wrongType(name, "bool", value);
    }
    return value.asBoolean().getValue();
  }

  private static MongoException wrongType(String name, String expected, BsonValue found) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "\"%s\" had the wrong type. Expected %s, found %s"
            .formatted(name, expected, TypeNames.of(found)));
  }
}
