package dev.mayfly.mongo.filter;

import com.google.re2j.Pattern;
import dev.mayfly.mongo.expression.Regexes;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;

/** {@code $regex}: a matching string, or an equal regular expression. */
final class RegexMatcher implements ValueMatcher {
  private final BsonRegularExpression regex;
  private final Pattern pattern;
  private final String literalPrefix;

  RegexMatcher(BsonRegularExpression regex) {
    this.regex = regex;
    this.pattern = Regexes.compile(regex.getPattern(), regex.getOptions());
    this.literalPrefix = Regexes.literalPrefix(regex.getPattern(), regex.getOptions());
  }

  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    if (value == null) {
      return false;
    }
    return switch (value.getBsonType()) {
      case STRING -> finds(value.asString().getValue());
      case SYMBOL -> finds(value.asSymbol().getSymbol());
      case REGULAR_EXPRESSION -> value.equals(regex);
      default -> false;
    };
  }

  private boolean finds(String text) {
    if (literalPrefix != null) {
      return text.startsWith(literalPrefix);
    }
    return pattern.matcher(text).find();
  }
}
