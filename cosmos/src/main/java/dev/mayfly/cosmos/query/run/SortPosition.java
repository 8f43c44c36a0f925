package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How far a sorted query has come: the keys of the last result. A token must stay short, so long
 * strings are cut; the results that begin with the cut keys are then told apart by how many of them
 * were sent.
 *
 * @param keys up to the first that was cut
 * @param cut whether the last of the keys was cut
 * @param tie what orders results with the same keys; empty if a key was cut
 * @param sentOfCut how many results were sent that begin with the cut keys
 */
record SortPosition(List<Value> keys, boolean cut, byte[] tie, long sentOfCut) {
  private static final int CHARACTERS_MAX = 192;

  SortPosition {
    keys = List.copyOf(keys);
  }

  /** The position of a row; how many were sent of those that it stands for is told later. */
  static SortPosition of(SortedRow row) {
    List<Value> keys = new ArrayList<>();
    int left = CHARACTERS_MAX;
    for (Value key : row.keys()) {
      if (key instanceof StringValue string) {
        if (string.text().length() > left) {
          keys.add(Value.of(string.text().substring(0, wholeCharacters(string.text(), left))));
          return new SortPosition(keys, true, new byte[0], 0);
        }
        left -= string.text().length();
      }
      keys.add(key);
    }
    return new SortPosition(keys, false, row.tie(), 0);
  }

  private static int wholeCharacters(String text, int length) {
    return length > 0 && Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
  }

  /** Whether it can be a position among rows of so many keys. */
  boolean fits(int keyCount) {
    return cut ? keys.size() <= keyCount : keys.size() == keyCount;
  }

  SortPosition withSent(long sent) {
    return new SortPosition(keys, cut, tie, sent);
  }

  /** Negative if a row comes before this position, positive if after, zero if it is within. */
  int compare(SortedRow row, boolean[] descending) {
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
    return cut ? 0 : Arrays.compareUnsigned(row.tie(), tie);
  }

  private static boolean begins(Value key, Value beginning) {
    return key instanceof StringValue string
        && string.text().startsWith(((StringValue) beginning).text());
  }

  void write(DataOutput out) throws IOException {
    out.writeByte(keys.size());
    for (Value key : keys) {
      TokenValues.write(key, out);
    }
    out.writeBoolean(cut);
    out.writeByte(tie.length);
    out.write(tie);
    out.writeLong(sentOfCut);
  }

  static SortPosition read(DataInput in) throws IOException {
    List<Value> keys = new ArrayList<>();
    for (int i = in.readUnsignedByte(); i > 0; i--) {
      keys.add(TokenValues.read(in));
    }
    boolean cut = in.readBoolean();
    byte[] tie = new byte[in.readUnsignedByte()];
    in.readFully(tie);
    long sent = in.readLong();
    boolean cutText = !keys.isEmpty() && keys.get(keys.size() - 1) instanceof StringValue;
    if (sent < 0 || cut && !cutText) {
      throw new IOException("not a position");
    }
    return new SortPosition(keys, cut, tie, sent);
  }
}
