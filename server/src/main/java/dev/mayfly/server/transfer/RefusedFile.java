package dev.mayfly.server.transfer;

import dev.mayfly.server.transfer.format.DocumentText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bson.RawBsonDocument;

/** Records that could not be imported, as JSON lines, to be corrected and imported. */
final class RefusedFile {
  private RefusedFile() {}

  static void append(Path file, byte[] bson) throws IOException {
    Files.writeString(
        file,
        DocumentText.of(new RawBsonDocument(bson)) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
