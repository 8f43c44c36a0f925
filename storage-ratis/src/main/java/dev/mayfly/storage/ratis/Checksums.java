package dev.mayfly.storage.ratis;

import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checksums of all rows as of an entry of the log, by ranges. Every node computes them when it
 * applies that entry, from a view that it takes there and then; whoever asked collects them.
 */
final class Checksums implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Checksums.class);

  /** A range ends with a key whose checksum ends with so many zero bits. */
  private static final int RANGE_MASK = (1 << 14) - 1;

  private static final int KEPT_MAX = 4;
  private static final int DIFFERENCES_MAX = 20;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long POLL_MILLIS = 50;

  private final Map<Long, Computed> computed = new LinkedHashMap<>();
  private final ExecutorService work =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "mayfly-checksums");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean closed;

  /**
   * @param ranges null while they are being computed
   */
  private record Computed(long index, List<RangeChecksum> ranges) {}

  /** Begins to compute; the view is closed in the end. */
  void begin(long id, ReadView view, long index) {
    synchronized (this) {
      Iterator<Long> old = computed.keySet().iterator();
      while (computed.size() >= KEPT_MAX && old.hasNext()) {
        old.next();
        old.remove();
      }
      computed.put(id, new Computed(index, null));
    }
    try {
      work.execute(() -> compute(id, view, index));
    } catch (RuntimeException e) {
      view.close();
    }
  }

  private void compute(long id, ReadView view, long index) {
    try (view) {
      List<RangeChecksum> ranges = of(view);
      synchronized (this) {
        if (computed.containsKey(id)) {
          computed.put(id, new Computed(index, ranges));
        }
      }
    } catch (RuntimeException e) {
      LOG.warn("The checksums as of entry {} could not be computed: {}", index, e.toString());
      synchronized (this) {
        computed.remove(id);
      }
    }
  }

  /** The checksums of all rows of a view. */
  static List<RangeChecksum> of(ReadView view) {
    List<RangeChecksum> ranges = new ArrayList<>();
    byte[] last = new byte[0];
    for (Table table : Table.values()) {
      Range range = new Range(table);
      try (RowCursor rows = view.cursor(table, new byte[0], END)) {
        while (rows.next()) {
          last = rows.key();
          if (range.add(last, rows.value())) {
            ranges.add(range.end(last));
          }
        }
      }
      if (range.rows > 0) {
        ranges.add(range.end(last));
      }
    }
    return ranges;
  }

  /** After every key that there is: none is so long. */
  private static final byte[] END = end();

  private static byte[] end() {
    byte[] end = new byte[64];
    java.util.Arrays.fill(end, (byte) 0xff);
    return end;
  }

  private static final class Range {
    private final Table table;
    private final CRC32C keys = new CRC32C();
    private final CRC32C all = new CRC32C();
    private byte[] first;
    private long rows;
    private long sum;

    Range(Table table) {
      this.table = table;
    }

    /** Whether the range ends with this row. */
    boolean add(byte[] key, byte[] value) {
      first = first == null ? key : first;
      keys.reset();
      keys.update(key);
      all.update(key);
      all.update(value);
      // A second sum, so that 64 bits must agree.
      sum = sum * 31 + keys.getValue() * 0x9e3779b97f4a7c15L + value.length;
      rows++;
      return (keys.getValue() & RANGE_MASK) == 0;
    }

    RangeChecksum end(byte[] last) {
      RangeChecksum done = new RangeChecksum(table, first, last, rows, all.getValue() << 32 ^ sum);
      all.reset();
      first = null;
      rows = 0;
      sum = 0;
      return done;
    }
  }

  /** What another node gets. */
  byte[] answer(PeerBytes.Reader in) {
    long id = in.number();
    Computed found;
    synchronized (this) {
      found = computed.get(id);
    }
    PeerBytes.Writer out = new PeerBytes.Writer();
    if (found == null) {
      return out.putByte(0).bytes();
    } else if (found.ranges() == null) {
      return out.putByte(1).bytes();
    }
    out.putByte(2).putLong(found.index()).putInt(found.ranges().size());
    for (RangeChecksum range : found.ranges()) {
      out.putByte(LogRecord.code(range.table()))
          .putBytes(range.firstKey())
          .putBytes(range.lastKey())
          .putLong(range.rows())
          .putLong(range.checksum());
    }
    return out.bytes();
  }

  /** Collects what all members have computed, and compares it. */
  ReplicaComparison compare(
      long id, String ownId, Map<String, String> members, Peers.Linking linking) {
    Map<String, Map<String, RangeChecksum>> found = new TreeMap<>();
    List<String> missing = new ArrayList<>();
    long[] index = {-1};
    for (Map.Entry<String, String> member : new TreeMap<>(members).entrySet()) {
      Map<String, RangeChecksum> ranges = collect(id, member, linking, index);
      if (ranges == null) {
        missing.add(member.getKey());
      } else {
        found.put(member.getKey(), ranges);
      }
    }
    List<String> differences = new ArrayList<>();
    long rows = 0;
    if (!found.isEmpty()) {
      String reference = found.containsKey(ownId) ? ownId : found.keySet().iterator().next();
      Map<String, RangeChecksum> own = found.get(reference);
      rows = own.values().stream().mapToLong(RangeChecksum::rows).sum();
      found.forEach(
          (node, ranges) -> {
            if (!node.equals(reference)) {
              differ(reference, own, node, ranges, differences);
            }
          });
    }
    return new ReplicaComparison(index[0], List.copyOf(found.keySet()), missing, rows, differences);
  }

  private static void differ(
      String one,
      Map<String, RangeChecksum> ranges,
      String other,
      Map<String, RangeChecksum> otherRanges,
      List<String> differences) {
    Map<String, RangeChecksum> all = new TreeMap<>(ranges);
    otherRanges.forEach(all::putIfAbsent);
    for (String key : all.keySet()) {
      RangeChecksum left = ranges.get(key);
      RangeChecksum right = otherRanges.get(key);
      boolean same =
          left != null
              && right != null
              && left.rows() == right.rows()
              && left.checksum() == right.checksum();
      if (!same && differences.size() < DIFFERENCES_MAX) {
        differences.add(
            "rows of "
                + key
                + " differ: "
                + one
                + " has "
                + text(left)
                + ", "
                + other
                + " has "
                + text(right));
      }
    }
  }

  private static String text(RangeChecksum range) {
    return range == null ? "no such range" : range.rows() + " rows";
  }

  private Map<String, RangeChecksum> collect(
      long id, Map.Entry<String, String> member, Peers.Linking linking, long[] index) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    try (PeerLink link = linking.link(member.getKey(), member.getValue())) {
      byte[] request = PeerMessages.request(PeerMessages.CHECKSUMS).putLong(id).bytes();
      while (System.nanoTime() - deadline < 0 && !closed) {
        PeerBytes.Reader in = new PeerBytes.Reader(ByteBuffer.wrap(link.ask(request)));
        int state = in.octet();
        if (state == 2) {
          return read(in, index);
        }
        // A node that has not applied the entry yet knows nothing of it.
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (IOException e) {
      LOG.info("Node {} has no checksums: {}", member.getKey(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private static Map<String, RangeChecksum> read(PeerBytes.Reader in, long[] index) {
    index[0] = in.number();
    Map<String, RangeChecksum> ranges = new LinkedHashMap<>();
    for (int left = in.count(); left > 0; left--) {
      Table table = LogRecord.table((byte) in.octet());
      byte[] first = in.bytes(1 << 20);
      byte[] last = in.bytes(1 << 20);
      RangeChecksum range = new RangeChecksum(table, first, last, in.number(), in.number());
      ranges.put(table + " up to " + HexFormat.of().formatHex(last), range);
    }
    return ranges;
  }

  @Override
  public void close() {
    closed = true;
    work.shutdownNow();
  }
}
