package dev.mayfly.server.transfer.format;

import dev.mayfly.cosmos.json.BsonBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonValue;

/** Finds the columns for items: a first pass, before they are written. */
public final class CsvColumns {
  private static final int COLUMNS_MAX = 1000;

  private final Map<String, CsvColumn> columns = new LinkedHashMap<>();

  /**
   * Looks at an item that is going to be written.
   *
   * @throws IOException if the items have too many properties for a table
   */
  public void see(byte[] bson) throws IOException {
    for (Map.Entry<String, BsonValue> property : BsonBytes.decode(bson).entrySet()) {
      String name = property.getKey();
      if (name.isEmpty() || name.contains(".") || name.contains(":")) {
        throw new IOException(
            "the property '" + name + "' can't be a column: choose another format");
      }
      CsvColumn.Type type = CsvColumn.typeOf(property.getValue());
      CsvColumn known = columns.get(name);
      if (known == null) {
        columns.put(name, new CsvColumn(name, type));
      } else if (known.type() != type) {
        columns.put(name, new CsvColumn(name, CsvColumn.Type.JSON));
      }
      if (columns.size() > COLUMNS_MAX) {
        throw new IOException(
            "the items have more than " + COLUMNS_MAX + " properties: choose another format");
      }
    }
  }

  /** Writes a table with these columns; its header at once. */
  public RecordWriter writer(OutputStream out) throws IOException {
    CsvWriter writer = new CsvWriter(out, columns);
    writer.header();
    return writer;
  }
}
