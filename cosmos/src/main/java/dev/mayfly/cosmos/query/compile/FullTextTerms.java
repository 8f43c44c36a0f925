package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Name;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.text.fulltext.FullTextLanguage;
import dev.mayfly.text.fulltext.SearchTerm;
import java.util.ArrayList;
import java.util.List;

/** What a full text function is asked for: strings, or strings that may be spelled differently. */
public final class FullTextTerms {
  /** More terms are not looked for at once. */
  private static final int TERMS_MAX = 1_000;

  private static final int CHARACTERS_MAX = 10_000;
  private static final Name TERM = new Name("term");
  private static final Name DISTANCE = new Name("distance");

  private FullTextTerms() {}

  /**
   * The terms that the arguments of a call name.
   *
   * @param name of the function, for errors
   * @param arguments strings, objects with a term and a distance, or arrays of these
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if one is anything else
   */
  public static List<SearchTerm> of(
      String name, List<Expression> arguments, Parameters parameters, FullTextLanguage language) {
    List<SearchTerm> terms = new ArrayList<>();
    for (Expression argument : arguments) {
      Value value = parameters.constant(argument);
      if (value instanceof ArrayValue array) {
        array.elements().forEach(each -> terms.add(term(name, each, language)));
      } else {
        terms.add(term(name, value, language));
      }
    }
    if (terms.isEmpty() || terms.size() > TERMS_MAX) {
      throw QueryError.refused(
          "The "
              + name
              + " function takes 1 to "
              + TERMS_MAX
              + " terms, not "
              + terms.size()
              + ".");
    }
    return terms;
  }

  private static SearchTerm term(String name, Value value, FullTextLanguage language) {
    if (value instanceof StringValue text) {
      return term(name, text.text(), 0, language);
    }
    if (value instanceof ObjectValue object
        && object.member(TERM) instanceof StringValue text
        && object.member(DISTANCE) instanceof NumberValue number
        && object.members().size() == 2) {
      double distance = number.asDouble();
      if (distance == 1 || distance == SearchTerm.DISTANCE_MAX) {
        return term(name, text.text(), (int) distance, language);
      }
      throw QueryError.refused(
          "The distance of a term of the " + name + " function must be 1 or 2.");
    }
    throw QueryError.refused(
        "The terms of the "
            + name
            + " function must be strings, or objects such as {\"term\": \"word\", \"distance\":"
            + " 1}, in the query or its parameters.");
  }

  private static SearchTerm term(
      String name, String text, int distance, FullTextLanguage language) {
    if (text.length() > CHARACTERS_MAX) {
      throw QueryError.refused(
          "A term of the " + name + " function has more than " + CHARACTERS_MAX + " characters.");
    }
    try {
      return SearchTerm.of(language, text, distance);
    } catch (IllegalArgumentException e) {
      throw QueryError.refused("In the " + name + " function " + e.getMessage() + ".");
    }
  }
}
