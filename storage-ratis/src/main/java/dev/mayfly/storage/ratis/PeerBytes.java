package dev.mayfly.storage.ratis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** Numbers and texts as bytes, for what nodes tell each other. */
final class PeerBytes {
  private static final int TEXT_BYTES_MAX = 1 << 16;

  private PeerBytes() {}

  static final class Writer {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Writer putByte(int value) {
      out.write(value);
      return this;
    }

    Writer putInt(int value) {
      out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
      return this;
    }

    Writer putLong(long value) {
      out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
      return this;
    }

    Writer putRaw(String text) {
      out.writeBytes(text.getBytes(UTF_8));
      return this;
    }

    Writer putText(String text) {
      return putBytes(text.getBytes(UTF_8));
    }

    Writer putBytes(byte[] bytes) {
      putInt(bytes.length);
      out.writeBytes(bytes);
      return this;
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }

  static final class Reader {
    private final ByteBuffer in;

    Reader(ByteBuffer in) {
      this.in = in;
    }

    int octet() {
      return guarded(() -> in.get() & 0xff);
    }

    int count() {
      return guarded(in::getInt);
    }

    long number() {
      return guarded(in::getLong);
    }

    String text() {
      byte[] bytes = bytes(TEXT_BYTES_MAX);
      return new String(bytes, UTF_8);
    }

    byte[] bytes(int max) {
      int length = count();
      if (length < 0 || length > max || length > in.remaining()) {
        throw malformed();
      }
      byte[] bytes = new byte[length];
      in.get(bytes);
      return bytes;
    }

    private static <T> T guarded(java.util.function.Supplier<T> read) {
      try {
        return read.get();
      } catch (BufferUnderflowException e) {
        throw malformed();
      }
    }

    private static EngineException malformed() {
      return new EngineException(
          ErrorCode.CORRUPTED, "A message of another node can't be read. Is it the same version?");
    }
  }
}
