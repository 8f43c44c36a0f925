package dev.mayfly.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * A file with one JSON document a line, written as soon as something is known: what a benchmark had
 * found out before it broke is not lost.
 */
public final class ResultsFile implements Collector {
  private final Path file;

  public ResultsFile(Path file) {
    this.file = file;
  }

  /** Hands all lines of a file on to a collector; nothing if there is no such file. */
  public static void read(Path file, Collector collector) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    for (String line : Files.readAllLines(file)) {
      BsonDocument bson = parse(line);
      if (bson.containsKey("figure")) {
        collector.figure(Figure.of(bson.getDocument("figure")));
      } else if (bson.containsKey("series")) {
        collector.series(Series.of(bson.getDocument("series")));
      } else if (bson.containsKey("version")) {
        collector.version(bson.getString("peer").getValue(), bson.getString("version").getValue());
      } else if (bson.containsKey("leftOut")) {
        collector.leftOut(bson.getString("leftOut").getValue(), bson.getString("why").getValue());
      }
    }
  }

  /** The last line of a benchmark that was ended may be half a document. */
  private static BsonDocument parse(String line) {
    return line.endsWith("}") ? BsonDocument.parse(line) : new BsonDocument();
  }

  @Override
  public void figure(Figure figure) {
    append(new BsonDocument("figure", figure.toBson()));
  }

  @Override
  public void series(Series series) {
    append(new BsonDocument("series", series.toBson()));
  }

  @Override
  public void version(String peer, String version) {
    append(
        new BsonDocument("version", new BsonString(version)).append("peer", new BsonString(peer)));
  }

  @Override
  public void leftOut(String what, String why) {
    append(new BsonDocument("leftOut", new BsonString(what)).append("why", new BsonString(why)));
  }

  private void append(BsonDocument line) {
    try {
      Files.writeString(
          file, line.toJson() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
