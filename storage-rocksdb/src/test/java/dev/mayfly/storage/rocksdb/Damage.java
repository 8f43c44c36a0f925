package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Does to files what failing media do. */
final class Damage {
  private static final int BYTES = 64;

  private Damage() {}

  static Path only(Path directory, String glob) throws IOException {
    List<Path> files = all(directory, glob);
    assertThat(files).hasSize(1);
    return files.get(0);
  }

  static List<Path> all(Path directory, String glob) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, glob)) {
      files.forEach(found::add);
    }
    return found;
  }

  static void overwriteMiddle(Path file) throws IOException {
    overwrite(file, Files.size(file) / 2);
  }

  /** Replaces the file by a damaged copy, because a backup may share its bytes by a hard link. */
  static void overwrite(Path file, long at) throws IOException {
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    Files.write(file, content);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      byte[] noise = new byte[BYTES];
      Arrays.fill(noise, (byte) 0x5a);
      channel.write(ByteBuffer.wrap(noise), at);
    }
  }
}
