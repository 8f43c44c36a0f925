package dev.mayfly.cosmos.container;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Finds how a client wrote the value of a property, to name it in a refusal. */
final class RawProperty {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int CHARACTERS_MAX = 256;

  private RawProperty() {}

  /** The text of a root property's value in a JSON object that was parsed already. */
  static String text(byte[] json, String name) {
    String text = "";
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals(name);
        parser.nextToken();
        int start = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        if (found) {
          // The last one counts, as it does when a body with two of them is read.
          int end = (int) parser.currentLocation().getByteOffset();
          text = new String(json, start, end - start, StandardCharsets.UTF_8);
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("not the JSON that was parsed before", e);
    }
    return text.length() <= CHARACTERS_MAX ? text : text.substring(0, CHARACTERS_MAX) + "...";
  }
}
