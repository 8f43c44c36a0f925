package dev.mayfly.cosmos.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.token.ResumeFilter;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The body of a query request: {@code {"query": text, "parameters": [{"name": "@p", "value": 5}]}}.
 *
 * @param resumption where a sorted query resumes; null if not given
 */
record QuerySpec(String text, Parameters parameters, ResumeFilter resumption) {
  private static final JsonFactory JSON = new JsonFactory();

  static QuerySpec parse(byte[] body) {
    try (JsonParser json = JSON.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw invalid();
      }
      String text = null;
      ResumeFilter resumption = null;
      Map<String, Value> parameters = new HashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals("query") && value == JsonToken.VALUE_STRING) {
          text = json.getText();
        } else if (name.equals("parameters") && value == JsonToken.START_ARRAY) {
          readParameters(json, parameters);
        } else if (name.equals("resumeFilter") && value == JsonToken.START_OBJECT) {
          resumption = new ResumeFilter((ObjectValue) ValueReader.read(json));
        } else {
          json.skipChildren();
        }
      }
      if (text == null || json.nextToken() != null) {
        throw invalid();
      }
      return new QuerySpec(text, new Parameters(parameters), resumption);
    } catch (IOException e) {
      throw invalid();
    }
  }

  private static void readParameters(JsonParser json, Map<String, Value> parameters)
      throws IOException {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      String name = null;
      Value value = null;
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw invalid();
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        Value read = ValueReader.read(json);
        if (field.equals("name") && read instanceof StringValue string) {
          name = string.text();
        } else if (field.equals("value")) {
          value = read;
        }
      }
      if (name == null) {
        throw invalid();
      }
      // A client drops a value that is undefined, and then it is undefined here.
      parameters.put(name, value == null ? Value.UNDEFINED : value);
    }
  }

  /**
   * A hash that identifies this query, stable across processes.
   *
   * @param compared what of its text counts
   */
  int check(String compared) {
    return 31 * compared.hashCode() + parameters.check();
  }

  private static RuntimeException invalid() {
    return QueryError.refused(
        "The body of a query must be a JSON object with the text in 'query' and, if there are any,"
            + " the parameters in 'parameters', each with a 'name' and a 'value'.");
  }
}
