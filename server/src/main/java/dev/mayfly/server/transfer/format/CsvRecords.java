package dev.mayfly.server.transfer.format;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.json.BsonBytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Rows of a CSV text (RFC 4180, UTF-8) under a header of {@link CsvColumn}s. An empty cell is a
 * property that the item does not have; an empty text is quoted.
 */
final class CsvRecords implements RecordReader {
  private static final int COLUMNS_MAX = 10_000;
  private static final int END = -1;

  private final BufferedReader in;
  private List<CsvColumn> columns;
  private long line = 1;
  private int pushedBack = -2;

  CsvRecords(InputStream in) {
    this.in =
        new BufferedReader(
            new InputStreamReader(
                requireNonNull(in, "in"),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
  }

  @Override
  public FileRecord next() throws IOException {
    try {
      if (columns == null) {
        columns = header();
      }
      String place = "line " + line;
      List<String> cells = row();
      if (cells == null) {
        return null;
      }
      if (cells.size() != columns.size()) {
        throw new FormatException(
            place, "there are " + cells.size() + " cells, but the header has " + columns.size());
      }
      return new FileRecord(place, () -> BsonBytes.encode(document(cells)));
    } catch (CharacterCodingException e) {
      throw new FormatException("line " + line, "this is not UTF-8");
    }
  }

  private List<CsvColumn> header() throws IOException {
    List<String> cells = row();
    if (cells == null) {
      throw new FormatException("line 1", "there is no header with the names of the columns");
    }
    List<CsvColumn> found = new ArrayList<>();
    Set<String> paths = new HashSet<>();
    for (String cell : cells) {
      try {
        String text = cell == null ? "" : found.isEmpty() ? withoutMark(cell) : cell;
        CsvColumn column = CsvColumn.of(text);
        if (!paths.add(column.path())) {
          throw new IllegalArgumentException("the column '" + column.path() + "' is there twice");
        }
        found.add(column);
      } catch (IllegalArgumentException e) {
        throw new FormatException("line 1", e.getMessage());
      }
    }
    return found;
  }

  private static String withoutMark(String cell) {
    return cell.startsWith("\ufeff") ? cell.substring(1) : cell;
  }

  private BsonDocument document(List<String> cells) {
    BsonDocument document = new BsonDocument();
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i) != null) {
        put(document, columns.get(i).path(), columns.get(i).value(cells.get(i)));
      }
    }
    return document;
  }

  private static void put(BsonDocument document, String path, BsonValue value) {
    BsonDocument parent = document;
    String[] names = path.split("\\.");
    for (int i = 0; i < names.length - 1; i++) {
      BsonValue child = parent.get(names[i]);
      if (child != null && !child.isDocument()) {
        throw new IllegalArgumentException("the column '" + path + "' is inside of a value");
      }
      if (child == null) {
        child = new BsonDocument();
        parent.append(names[i], child);
      }
      parent = child.asDocument();
    }
    parent.append(names[names.length - 1], value);
  }

  /** The cells of the next row, null for those that are empty; null at the end. */
  private List<String> row() throws IOException {
    int next = read();
    while (next == '\n') {
      next = read();
    }
    if (next == END) {
      return null;
    }
    List<String> cells = new ArrayList<>();
    while (true) {
      if (cells.size() == COLUMNS_MAX) {
        throw new FormatException("line " + line, "a row has at most " + COLUMNS_MAX + " cells");
      }
      if (next == '"') {
        cells.add(quoted());
        next = read();
        if (next != ',' && next != '\n' && next != END) {
          throw new FormatException("line " + line, "a comma must follow a quoted cell");
        }
      } else {
        StringBuilder cell = new StringBuilder();
        for (; next != ',' && next != '\n' && next != END; next = read()) {
          limit(cell);
          cell.append((char) next);
        }
        cells.add(cell.isEmpty() ? null : cell.toString());
      }
      if (next != ',') {
        return cells;
      }
      next = read();
    }
  }

  private String quoted() throws IOException {
    long begun = line;
    StringBuilder cell = new StringBuilder();
    while (true) {
      int next = in.read();
      if (next == END) {
        throw new FormatException("line " + begun, "the quoted cell that begins here has no end");
      }
      if (next == '\n') {
        line++;
      }
      if (next == '"') {
        int after = in.read();
        if (after != '"') {
          pushedBack = after;
          return cell.toString();
        }
      }
      limit(cell);
      cell.append((char) next);
    }
  }

  private void limit(StringBuilder cell) throws FormatException {
    if (cell.length() == RECORD_BYTES_MAX) {
      throw new FormatException("line " + line, "a cell is longer than any item can be");
    }
  }

  /**
   * The next character; a line ends with a line feed, before which a carriage return is dropped.
   */
  private int read() throws IOException {
    int next = pushedBack == -2 ? in.read() : pushedBack;
    pushedBack = -2;
    if (next == '\r') {
      int after = in.read();
      if (after != '\n') {
        pushedBack = after;
        return next;
      }
      next = after;
    }
    if (next == '\n') {
      line++;
    }
    return next;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
