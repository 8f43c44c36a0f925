package dev.mayfly.server.transfer.format;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.json.BsonBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Rows with a column for each property of any item: their names and types are found before. */
final class CsvWriter implements RecordWriter {
  private final OutputStream out;
  private final Map<String, CsvColumn> columns;

  CsvWriter(OutputStream out, Map<String, CsvColumn> columns) {
    this.out = requireNonNull(out, "out");
    this.columns = new LinkedHashMap<>(columns);
  }

  void header() throws IOException {
    StringBuilder row = new StringBuilder();
    for (CsvColumn column : columns.values()) {
      row.append(row.isEmpty() ? "" : ",").append(quoted(column.header()));
    }
    print(row);
  }

  @Override
  public void write(byte[] bson) throws IOException {
    BsonDocument item = BsonBytes.decode(bson);
    StringBuilder row = new StringBuilder();
    int written = 0;
    boolean first = true;
    for (CsvColumn column : columns.values()) {
      row.append(first ? "" : ",");
      first = false;
      BsonValue value = item.get(column.path());
      if (value != null) {
        boolean fits =
            column.type() == CsvColumn.Type.JSON || CsvColumn.typeOf(value) == column.type();
        if (!fits) {
          throw changed(column.path());
        }
        String cell = column.cell(value);
        boolean text = value.getBsonType() == BsonType.STRING;
        row.append(text && cell.isEmpty() ? "\"\"" : quoted(cell));
        written++;
      }
    }
    if (written < item.size()) {
      item.keySet().removeAll(columns.keySet());
      throw changed(item.getFirstKey());
    }
    print(row);
  }

  private static IOException changed(String property) {
    return new IOException(
        "the property '"
            + property
            + "' has changed while its container was read: run the export again, or choose another"
            + " format");
  }

  private void print(StringBuilder row) throws IOException {
    out.write(row.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? cell : "\"" + cell.replace("\"", "\"\"") + "\"";
  }
}
