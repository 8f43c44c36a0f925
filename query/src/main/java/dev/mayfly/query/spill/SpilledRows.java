package dev.mayfly.query.spill;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Rows in a file, which are added, then read in the same sequence. Several of these share a file:
 * each has pages of it. A row is its length in four bytes and what its codec makes of it.
 *
 * @param <R> type of the rows
 */
public final class SpilledRows<R> {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private final SpillFile file;
  private final RowCodec<R> codec;
  private final int pageBytes;

  /** The beginning and the length of each page. */
  private long[] pages = new long[8];

  private final ByteBuffer length = ByteBuffer.allocate(LENGTH_BYTES);
  private int pageCount;
  private byte[] page;
  private int filled;
  private long rows;
  private long bytes;

  /**
   * @param pageBytes what is written and read at once, and held meanwhile
   */
  public SpilledRows(SpillFile file, RowCodec<R> codec, int pageBytes) {
    this.file = requireNonNull(file, "file");
    this.codec = requireNonNull(codec, "codec");
    this.pageBytes = pageBytes;
  }

  public void add(R row) {
    ByteBuffer encoded = codec.encode(row);
    rows++;
    bytes += LENGTH_BYTES + encoded.remaining();
    put(length.clear().putInt(encoded.remaining()).flip());
    put(encoded);
  }

  private void put(ByteBuffer source) {
    while (source.hasRemaining()) {
      if (page == null) {
        page = new byte[pageBytes];
      }
      int part = Math.min(source.remaining(), pageBytes - filled);
      source.get(page, filled, part);
      filled += part;
      if (filled == pageBytes) {
        writePage();
      }
    }
  }

  private void writePage() {
    if (2 * pageCount == pages.length) {
      pages = Arrays.copyOf(pages, 2 * pages.length);
    }
    pages[2 * pageCount] = file.append(page, filled);
    pages[2 * pageCount + 1] = filled;
    pageCount++;
    filled = 0;
  }

  /** Writes what is left of the last page; no row is added after this. */
  public void finish() {
    if (filled > 0) {
      writePage();
    }
    page = null;
  }

  public long rows() {
    return rows;
  }

  /** What they take in the file. */
  public long bytes() {
    return bytes;
  }

  /** The rows in the sequence of their addition, after {@link #finish}. */
  public Iterator<R> read() {
    return new Reading();
  }

  private final class Reading implements Iterator<R> {
    private final byte[] read = new byte[pageBytes];
    private int nextPage;
    private int position;
    private int end;
    private long returned;

    @Override
    public boolean hasNext() {
      return returned < rows;
    }

    @Override
    public R next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      returned++;
      int length = ByteBuffer.wrap(take(LENGTH_BYTES)).getInt();
      return codec.decode(take(length));
    }

    private byte[] take(int length) {
      byte[] taken = new byte[length];
      int done = 0;
      while (done < length) {
        if (position == end) {
          end = (int) pages[2 * nextPage + 1];
          file.read(pages[2 * nextPage], read, end);
          nextPage++;
          position = 0;
        }
        int part = Math.min(length - done, end - position);
        System.arraycopy(read, position, taken, done, part);
        position += part;
        done += part;
      }
      return taken;
    }
  }
}
