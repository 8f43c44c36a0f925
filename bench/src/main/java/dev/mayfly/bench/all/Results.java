package dev.mayfly.bench.all;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonWriterSettings;

/**
 * A whole run, as it is kept in a file.
 *
 * @param quick whether stores were small and rounds short
 * @param machine what it ran on: names and values, in the order in which they are shown
 */
record Results(boolean quick, Map<String, String> machine, List<BenchResult> benches) {
  private static final int FORMAT = 1;

  Results {
    machine = new LinkedHashMap<>(machine);
    benches = List.copyOf(benches);
  }

  /** The versions of all peers that were measured. */
  Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    benches.forEach(each -> versions.putAll(each.versions()));
    return versions;
  }

  List<BenchResult> broken() {
    return benches.stream().filter(BenchResult::isBroken).toList();
  }

  void write(Path file) throws IOException {
    BsonDocument facts = new BsonDocument();
    machine.forEach((name, value) -> facts.append(name, new BsonString(value)));
    BsonDocument bson =
        new BsonDocument("format", new BsonInt32(FORMAT))
            .append("quick", BsonBoolean.valueOf(quick))
            .append("machine", facts)
            .append("benches", new BsonArray(benches.stream().map(BenchResult::toBson).toList()));
    Files.writeString(file, bson.toJson(JsonWriterSettings.builder().indent(true).build()) + "\n");
  }

  static Results read(Path file) throws IOException {
    BsonDocument bson = BsonDocument.parse(Files.readString(file));
    if (!bson.containsKey("format") || bson.getNumber("format").intValue() != FORMAT) {
      throw new IOException(file + " holds no results of this format, " + FORMAT);
    }
    Map<String, String> machine = new LinkedHashMap<>();
    bson.getDocument("machine")
        .forEach((name, value) -> machine.put(name, value.asString().getValue()));
    List<BenchResult> benches = new ArrayList<>();
    for (BsonValue each : bson.getArray("benches")) {
      benches.add(BenchResult.of(each.asDocument()));
    }
    return new Results(bson.getBoolean("quick").getValue(), machine, benches);
  }
}
