package dev.mayfly.mongo.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $regexFind}, {@code $regexFindAll}, {@code $regexMatch}. */
final class RegexOperator implements Expression {
  private static final int INVALID_FLAG = 51108;

  /** Approximate overhead of a match document. */
  private static final int MATCH_BYTES = 100;

  private final String name;
  private final Search search;
  private final Expression input;
  private final Expression regex;
  private final Expression options;
  private final Pattern compiledOnce;

  private RegexOperator(String name, Search search, NamedArguments arguments) {
    this.name = name;
    this.search = search;
    this.input = arguments.required("input", 31022, name + " requires 'input' parameter");
    this.regex = arguments.required("regex", 31023, name + " requires 'regex' parameter");
    this.options = arguments.optional("options");
    this.compiledOnce = compiledOnce();
  }

  /** The search; text or pattern may be null. */
  @FunctionalInterface
  interface Search {
    BsonValue in(String text, Pattern pattern);
  }

  static Operator of(Search search) {
    return (name, argument, context) -> {
      NamedArguments arguments =
          NamedArguments.of(
              argument,
              context,
              NamedArguments.failure(
                  51103, name + " expects an object of named arguments but found: %s"),
              NamedArguments.failure(31024, name + " found an unknown argument: %s"),
              "input",
              "regex",
              "options");
      RegexOperator parsed = new RegexOperator(name, search, arguments);
      return Operators.folded(parsed, parsed.input, parsed.regex, parsed.options);
    };
  }

  /** The compiled pattern if constant; an invalid one fails on use. */
  private Pattern compiledOnce() {
    if (regex.constant() == null || (options != null && options.constant() == null)) {
      return null;
    }
    try {
      return pattern(regex.constant(), options == null ? null : options.constant());
    } catch (MongoException e) {
      return null;
    }
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue text = input.evaluate(variables);
    if (!Values.isNullish(text) && !text.isString()) {
      throw new MongoException(51104, name + " needs 'input' to be of type string");
    }
    Pattern pattern = compiledOnce;
    if (pattern == null) {
      BsonValue flags = options == null ? null : options.evaluate(variables);
      pattern = pattern(regex.evaluate(variables), flags);
    }
    return search.in(Values.isNullish(text) ? null : text.asString().getValue(), pattern);
  }

  private Pattern pattern(BsonValue source, BsonValue flags) {
    boolean absent = Values.isNullish(source);
    if (!absent && !source.isString() && !source.isRegularExpression()) {
      throw new MongoException(51105, name + " needs 'regex' to be of type string or regex");
    }
    if (!Values.isNullish(flags) && !flags.isString()) {
      throw new MongoException(51106, name + " needs 'options' to be of type string");
    }
    String given = Values.isNullish(flags) ? "" : flags.asString().getValue();
    if (absent) {
      return null;
    }
    if (source.isString()) {
      return compiled(source.asString().getValue(), given);
    }
    String own = source.asRegularExpression().getOptions();
    if (!own.isEmpty() && !Values.isNullish(flags)) {
      throw new MongoException(
          51107, name + ": found regex option(s) specified in both 'regex' and 'option' fields");
    }
    return compiled(source.asRegularExpression().getPattern(), own.isEmpty() ? given : own);
  }

  private Pattern compiled(String source, String flags) {
    if (source.indexOf('\0') >= 0) {
      throw new MongoException(
          51109, name + ": regular expression cannot contain an embedded null byte");
    }
    try {
      return Regexes.compile(source, flags);
    } catch (MongoException e) {
      if (e.code() == INVALID_FLAG) {
        throw e.in(name);
      }
      throw new MongoException(51111, "Invalid Regex in " + name + ": " + e.getMessage(), e);
    }
  }

  static BsonValue matches(String text, Pattern pattern) {
    return Values.of(text != null && pattern != null && pattern.matcher(text).find());
  }

  static BsonValue find(String text, Pattern pattern) {
    if (text == null || pattern == null) {
      return Values.NULL;
    }
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? match(matcher, text.codePointCount(0, matcher.start())) : Values.NULL;
  }

  /** Non-overlapping matches. */
  static BsonValue findAll(String text, Pattern pattern) {
    BsonArray found = new BsonArray();
    if (text == null || pattern == null) {
      return found;
    }
    Matcher matcher = pattern.matcher(text);
    int at = 0;
    int codePoints = 0;
    long bytes = 0;
    do {
      if (!matcher.find(at)) {
        break;
      }
      codePoints += text.codePointCount(at, matcher.start());
      found.add(match(matcher, codePoints));
      bytes += MATCH_BYTES + (long) (matcher.end() - matcher.start()) * (1 + matcher.groupCount());
      ValueLimits.checkBytes(bytes);
      at = matcher.start() == matcher.end() ? after(text, matcher.end()) : matcher.end();
      codePoints += text.codePointCount(matcher.start(), Math.min(at, text.length()));
    } while (at < text.length());
    return found;
  }

  private static int after(String text, int at) {
    return at == text.length() ? at : at + Character.charCount(text.codePointAt(at));
  }

  private static BsonDocument match(Matcher matcher, int codePoints) {
    BsonArray captures = new BsonArray(matcher.groupCount());
    for (int i = 1; i <= matcher.groupCount(); i++) {
      String group = matcher.group(i);
      captures.add(group == null ? Values.NULL : new BsonString(group));
    }
    return new BsonDocument("match", new BsonString(matcher.group()))
        .append("idx", new BsonInt32(codePoints))
        .append("captures", captures);
  }
}
