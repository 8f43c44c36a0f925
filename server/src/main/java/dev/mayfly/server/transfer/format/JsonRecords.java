package dev.mayfly.server.transfer.format;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;

/**
 * Objects of a JSON text, one after another (JSON lines) or in one array. Each is cut out by its
 * braces, and may take several lines.
 */
final class JsonRecords implements RecordReader {
  private static final int END = -1;
  private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

  private final InputStream in;
  private final UnaryOperator<byte[]> parser;
  private long line = 1;
  private boolean started;
  private boolean array;
  private boolean first = true;
  private boolean ended;

  /**
   * @param parser makes BSON of the text of an object, or throws an IllegalArgumentException
   */
  JsonRecords(InputStream in, UnaryOperator<byte[]> parser) {
    this.in = requireNonNull(in, "in");
    this.parser = requireNonNull(parser, "parser");
  }

  @Override
  public FileRecord next() throws IOException {
    int next = ended ? END : nextToken();
    if (!started) {
      started = true;
      if (next == BYTE_ORDER_MARK[0]) {
        next = in.read() == BYTE_ORDER_MARK[1] && in.read() == BYTE_ORDER_MARK[2] ? nextToken() : 0;
      }
      if (next == '[') {
        array = true;
        next = nextToken();
      }
    } else if (array && !ended && next == ',') {
      next = nextToken();
    } else if (array && !ended && next != ']' && next != END) {
      throw bad("there must be a comma or the end of the array, not " + shown(next));
    }
    if (array && !ended && next == ']') {
      ended = true;
      next = nextToken();
      if (next != END) {
        throw bad("after the end of the array there is " + shown(next));
      }
    }
    if (next == END) {
      if (array && !ended) {
        throw bad("the array has no end; is the file cut off?");
      }
      ended = true;
      return null;
    }
    if (next != '{') {
      throw bad(
          "an object must begin here, not "
              + shown(next)
              + (first ? "; is this a file of JSON objects?" : ""));
    }
    first = false;
    String place = "line " + line;
    byte[] text = object();
    return new FileRecord(place, () -> parser.apply(text));
  }

  private int nextToken() throws IOException {
    while (true) {
      int next = in.read();
      if (next == '\n') {
        line++;
      } else if (next != ' ' && next != '\t' && next != '\r') {
        return next;
      }
    }
  }

  /** The rest of an object whose brace is read, with that. */
  private byte[] object() throws IOException {
    long begun = line;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write('{');
    boolean quoted = false;
    for (int depth = 1; depth > 0; ) {
      int next = in.read();
      if (next == END) {
        throw bad("the file ends inside the object that begins at line " + begun);
      }
      if (text.size() == RECORD_BYTES_MAX) {
        throw bad("the object that begins at line " + begun + " is longer than any item can be");
      }
      text.write(next);
      if (next == '\n') {
        line++;
      } else if (quoted && next == '\\') {
        int escaped = in.read();
        if (escaped != END) {
          text.write(escaped);
        }
      } else if (next == '"') {
        quoted = !quoted;
      } else if (!quoted && (next == '{' || next == '[')) {
        depth++;
      } else if (!quoted && (next == '}' || next == ']')) {
        depth--;
      }
    }
    return text.toByteArray();
  }

  private FormatException bad(String message) {
    return new FormatException("line " + line, message);
  }

  private static String shown(int character) {
    return character == END
        ? "the end of the file"
        : character > ' ' && character < 0x7f
            ? "'" + (char) character + "'"
            : "the byte " + character;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
