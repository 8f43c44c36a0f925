package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.http.CosmosException;
import java.util.List;

/** Refusals of queries, in the form that the service's compiler gives them. */
public final class QueryError {
  private QueryError() {}

  public static CosmosException syntax(Span span, String near) {
    return at(span, "SC1001", "Syntax error, incorrect syntax near '" + near + "'.");
  }

  public static CosmosException unresolved(Span span, String name) {
    return at(span, "SC2001", "Identifier '" + name + "' could not be resolved.");
  }

  /** An error with the place and the number that the service gives it. */
  public static CosmosException at(Span span, String code, String message) {
    return of(List.of(new Located(span, code, message)));
  }

  /**
   * One of the errors of a query.
   *
   * @param span null if it has no place
   * @param code with letters, or a number alone
   */
  public record Located(Span span, String code, String message) {
    private void write(StringBuilder json) {
      json.append("{\"severity\":\"Error\",");
      if (span != null) {
        json.append("\"location\":{\"start\":").append(span.start());
        json.append(",\"end\":").append(span.end()).append("},");
      }
      boolean number = Character.isDigit(code.charAt(0));
      json.append("\"code\":").append(number ? code : "\"" + code + "\"");
      json.append(",\"message\":\"").append(escaped(message)).append("\"}");
    }
  }

  /** All errors of a query, in the service's order. */
  public static CosmosException of(List<Located> errors) {
    StringBuilder json = new StringBuilder("Message: {\"errors\":[");
    for (int i = 0; i < errors.size(); i++) {
      json.append(i == 0 ? "" : ",");
      errors.get(i).write(json);
    }
    return CosmosException.badRequest(json.append("]}").toString());
  }

  /** ORDER BY something that is no property of the items. */
  public static CosmosException notAPath() {
    return at(
        null,
        "2206",
        "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document"
            + " path.");
  }

  /** A refusal that has no place in the text. */
  public static CosmosException refused(String message) {
    return CosmosException.errors(400, 0, message);
  }

  /** Part of the language, but not of this server yet. */
  public static CosmosException notYet(String construct) {
    return refused("Queries with " + construct + " are not supported by this server yet.");
  }

  private static String escaped(String text) {
    StringBuilder json = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.toString();
  }
}
