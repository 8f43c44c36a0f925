package dev.mayfly.cosmos.query.token;

import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueHash;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a sorted query has come: the keys of the last result. A token must stay short, so long
 * strings are cut. Where that was done, the last results are known by hashes: the latest of them
 * that is still there has the whole keys. If all of them are gone, the results that begin with the
 * cut keys are returned again from the first: results may repeat, but none is missed.
 *
 * @param keys up to the first that was cut
 * @param cut whether the last of the keys was cut
 * @param tie what orders results with the same keys; empty if a key was cut
 * @param anchors hashes of the last results that begin with the cut keys, the last one first
 */
public record SortPosition(List<Value> keys, boolean cut, byte[] tie, List<Long> anchors) {
  private static final int CHARACTERS_MAX = 192;

  /** With the last result and those 1, 2, 4 and so on before it, few come twice if some die. */
  private static final int ANCHORS_MAX = 8;

  public SortPosition {
    keys = List.copyOf(keys);
    anchors = List.copyOf(anchors);
  }

  /** The position after the last of those rows, in few bytes. */
  public static SortPosition after(List<SortedRow> sent, boolean[] descending) {
    SortedRow last = sent.get(sent.size() - 1);
    List<Value> keys = new ArrayList<>();
    int left = CHARACTERS_MAX;
    for (Value key : last.keys()) {
      if (key instanceof StringValue string) {
        if (string.text().length() > left) {
          keys.add(Value.of(string.text().substring(0, wholeCharacters(string.text(), left))));
          return new SortPosition(keys, true, new byte[0], List.of()).anchored(sent, descending);
        }
        left -= string.text().length();
      }
      keys.add(key);
    }
    return new SortPosition(keys, false, last.tie(), List.of());
  }

  /** The very position of a row, whatever its keys take. */
  public static SortPosition at(SortedRow row) {
    return new SortPosition(List.of(row.keys()), false, row.tie(), List.of());
  }

  private static int wholeCharacters(String text, int length) {
    return length > 0 && Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
  }

  private SortPosition anchored(List<SortedRow> sent, boolean[] descending) {
    List<Long> hashes = new ArrayList<>();
    int back = 0;
    while (hashes.size() < ANCHORS_MAX && back < sent.size()) {
      SortedRow row = sent.get(sent.size() - 1 - back);
      if (compare(row, descending) != 0) {
        break;
      }
      hashes.add(hash(row));
      back = Math.max(1, 2 * back);
    }
    return new SortPosition(keys, cut, tie, hashes);
  }

  private static long hash(SortedRow row) {
    return ValueHash.of(row.keys(), row.tie());
  }

  /** Which of the anchors a row is; negative if none. */
  public int anchorOf(SortedRow row, boolean[] descending) {
    return compare(row, descending) == 0 ? anchors.indexOf(hash(row)) : -1;
  }

  /** Whether it can be a position among rows of so many keys. */
  public boolean fits(int keyCount) {
    return cut ? keys.size() <= keyCount : keys.size() == keyCount;
  }

  /** Negative if a row comes before this position, positive if after, zero if it is within. */
  public int compare(SortedRow row, boolean[] descending) {
    for (int i = 0; i < keys.size(); i++) {
      Value key = row.keys()[i];
      if (cut && i == keys.size() - 1 && begins(key, keys.get(i))) {
        return 0;
      }
      int order = Comparison.order(key, keys.get(i));
      if (order != 0) {
        return descending[i] ? -order : order;
      }
    }
    return cut ? 0 : TieBreakers.compare(row.tie(), tie, descending);
  }

  private static boolean begins(Value key, Value beginning) {
    return key instanceof StringValue string
        && string.text().startsWith(((StringValue) beginning).text());
  }

  void write(DataOutput out) throws IOException {
    out.writeByte(keys.size());
    for (Value key : keys) {
      TokenValueCodec.write(key, out);
    }
    out.writeBoolean(cut);
    out.writeByte(tie.length);
    out.write(tie);
    out.writeByte(anchors.size());
    for (long anchor : anchors) {
      out.writeLong(anchor);
    }
  }

  static SortPosition read(DataInput in) throws IOException {
    List<Value> keys = new ArrayList<>();
    for (int i = in.readUnsignedByte(); i > 0; i--) {
      keys.add(TokenValueCodec.read(in));
    }
    boolean cut = in.readBoolean();
    byte[] tie = new byte[in.readUnsignedByte()];
    in.readFully(tie);
    List<Long> anchors = new ArrayList<>();
    for (int i = in.readUnsignedByte(); i > 0; i--) {
      anchors.add(in.readLong());
    }
    boolean cutText = !keys.isEmpty() && keys.get(keys.size() - 1) instanceof StringValue;
    if (cut && !cutText) {
      throw new IOException("not a position");
    }
    return new SortPosition(keys, cut, tie, anchors);
  }
}
