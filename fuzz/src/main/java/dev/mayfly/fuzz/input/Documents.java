package dev.mayfly.fuzz.input;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Documents as the corpus has them: one in a line, in extended JSON, so that people can read them,
 * or in the code that the fuzzer mutates.
 */
public final class Documents {
  private static final JsonWriterSettings EXTENDED =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  private Documents() {}

  /** The documents of an input, at most so many; what is not extended JSON is the code. */
  public static List<BsonDocument> read(byte[] input, int documentsMax) {
    List<BsonDocument> texts = isText(input) ? parse(input) : null;
    return texts == null
        ? DocumentCode.decode(input, documentsMax)
        : texts.subList(0, Math.min(texts.size(), documentsMax));
  }

  /** An input in the form that the fuzzer mutates. */
  public static byte[] code(byte[] input) {
    List<BsonDocument> texts = isText(input) ? parse(input) : null;
    return texts == null ? input : DocumentEncoder.encode(texts);
  }

  /** An input in the form that people read, if that stands for the same documents. */
  public static byte[] text(byte[] input, int documentsMax) {
    List<BsonDocument> documents = read(input, documentsMax);
    byte[] text = show(documents).getBytes(StandardCharsets.UTF_8);
    return documents.equals(read(text, documentsMax)) ? text : input;
  }

  /** One document in a line. */
  public static String show(List<BsonDocument> documents) {
    return documents.stream()
        .map(document -> document.toJson(EXTENDED) + "\n")
        .collect(Collectors.joining());
  }

  private static boolean isText(byte[] input) {
    return input.length > 0 && input[0] == '{';
  }

  private static List<BsonDocument> parse(byte[] input) {
    List<BsonDocument> documents = new ArrayList<>();
    try {
      for (String line : new String(input, StandardCharsets.UTF_8).split("\n")) {
        if (!line.isBlank()) {
          documents.add(BsonDocument.parse(line));
        }
      }
    } catch (RuntimeException e) {
      return null;
    }
    return documents;
  }
}
