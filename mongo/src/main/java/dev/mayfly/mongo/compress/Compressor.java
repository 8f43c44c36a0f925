package dev.mayfly.mongo.compress;

import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** The compressors of OP_COMPRESSED. */
public enum Compressor {
  SNAPPY(1) {
    @Override
    public byte[] compress(byte[] from, int offset, int length) {
      SnappyCompressor compressor = new SnappyCompressor();
      byte[] to = new byte[compressor.maxCompressedLength(length)];
      return Arrays.copyOf(to, compressor.compress(from, offset, length, to, 0, to.length));
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int toOffset) {
      int size = SnappyDecompressor.getUncompressedLength(from, offset);
      int room = to.length - toOffset;
      return size != room
          ? size
          : new SnappyDecompressor().decompress(from, offset, length, to, toOffset, room);
    }
  },
  ZLIB(2) {
    @Override
    public byte[] compress(byte[] from, int offset, int length) {
      Deflater deflater = new Deflater();
      try {
        deflater.setInput(from, offset, length);
        deflater.finish();
        byte[] to = new byte[Math.max(64, length / 2)];
        int size = 0;
        while (!deflater.finished()) {
          if (size == to.length) {
            to = Arrays.copyOf(to, to.length * 2);
          }
          size += deflater.deflate(to, size, to.length - size);
        }
        return Arrays.copyOf(to, size);
      } finally {
        deflater.end();
      }
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int toOffset) {
      Inflater inflater = new Inflater();
      try {
        inflater.setInput(from, offset, length);
        int size = 0;
        int more;
        do {
          more = inflater.inflate(to, toOffset + size, to.length - toOffset - size);
          size += more;
        } while (more > 0 && !inflater.finished());
        return inflater.finished() ? size : -1;
      } catch (DataFormatException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      } finally {
        inflater.end();
      }
    }
  },
  ZSTD(3) {
    @Override
    public byte[] compress(byte[] from, int offset, int length) {
      ZstdCompressor compressor = new ZstdCompressor();
      byte[] to = new byte[compressor.maxCompressedLength(length)];
      return Arrays.copyOf(to, compressor.compress(from, offset, length, to, 0, to.length));
    }

    @Override
    public int decompress(byte[] from, int offset, int length, byte[] to, int toOffset) {
      int room = to.length - toOffset;
      byte[] frame = ZstdWindow.narrowed(from, offset, length);
      int start = frame == from ? offset : 0;
      return new ZstdDecompressor().decompress(frame, start, length, to, toOffset, room);
    }
  };

  private static final int NOOP_ID = 0;

  private final int id;

  Compressor(int id) {
    this.id = id;
  }

  /** The compressor id on the wire. */
  public int id() {
    return id;
  }

  /** The name in the handshake. */
  public String wireName() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  public static Compressor named(String name) {
    for (Compressor each : values()) {
      if (each.wireName().equals(name)) {
        return each;
      }
    }
    return null;
  }

  public static boolean isNoop(int id) {
    return id == NOOP_ID;
  }

  public static Compressor numbered(int id) {
    for (Compressor each : values()) {
      if (each.id == id) {
        return each;
      }
    }
    return null;
  }

  public abstract byte[] compress(byte[] from, int offset, int length);

  /**
   * Decompresses into the rest of an array. Fails, or returns a different length, unless the data
   * fills it exactly.
   */
  public abstract int decompress(byte[] from, int offset, int length, byte[] to, int toOffset);
}
