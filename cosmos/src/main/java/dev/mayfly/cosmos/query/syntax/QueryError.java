package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.http.CosmosException;

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
    StringBuilder json = new StringBuilder("Message: {\"errors\":[{\"severity\":\"Error\",");
    json.append("\"location\":{\"start\":").append(span.start());
    json.append(",\"end\":").append(span.end()).append("},\"code\":\"").append(code);
    json.append("\",\"message\":\"").append(escaped(message)).append("\"}]}");
    return CosmosException.badRequest(json.toString());
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
