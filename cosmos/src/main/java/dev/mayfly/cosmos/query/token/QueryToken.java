package dev.mayfly.cosmos.query.token;

import dev.mayfly.cosmos.query.compile.Aggregate;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.query.cursor.CursorPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The continuation token of a query. The server keeps no state.
 *
 * @param owner what it belongs to
 * @param skipped how many results the OFFSET has taken so far
 * @param emitted how many results were sent so far
 * @param place where reading resumes
 * @param states how far the aggregates have come; empty if there are none
 * @param position the last result of a sorted query; null if there is none
 * @param plan the signature of the plan that reads by indexes; 0 if it needs none
 * @param within hashes of the ends of the range that was read
 */
public record QueryToken(
    Owner owner,
    long skipped,
    long emitted,
    PagePosition place,
    List<Aggregate.State> states,
    SortPosition position,
    int plan,
    Bounds within) {
  private static final int VERSION = 6;
  private static final int LENGTH_MAX = 16 * 1024;

  /**
   * What a token is good for.
   *
   * @param query a number that distinguishes the query from others
   * @param container its number
   * @param incarnation of the store
   */
  public record Owner(int query, int container, long incarnation) {
    public static Owner of(int query, Container container) {
      return new Owner(query, container.state().number(), container.incarnation());
    }
  }

  /**
   * The ends of a range, as hashes. A range that is split has two children, and a client sends the
   * token of the parent to both.
   */
  public record Bounds(int low, int high) {
    static Bounds of(EpkRange range) {
      byte[] low = range.minInclusive();
      byte[] high = range.maxExclusive();
      return new Bounds(sum(low, low.length), sum(high, high.length));
    }
  }

  public QueryToken {
    states = List.copyOf(states);
  }

  public QueryToken(
      Owner owner,
      long skipped,
      long emitted,
      PagePosition place,
      List<Aggregate.State> states,
      SortPosition position) {
    this(owner, skipped, emitted, place, states, position, 0, null);
  }

  /** As it is sent: with how and where it was read. */
  public QueryToken by(int nextPlan, EpkRange range) {
    return new QueryToken(
        owner, skipped, emitted, place, states, position, nextPlan, Bounds.of(range));
  }

  /**
   * As it holds for a range, which may be a child of the one that was read. All it says about
   * places and orders holds for both children; what was aggregated is the first one's.
   */
  public QueryToken in(EpkRange range) {
    return states.isEmpty() || within.low() == Bounds.of(range).low()
        ? this
        : new QueryToken(owner, skipped, emitted, place, List.of(), position, plan, within);
  }

  /** Whether that is the range that was read. */
  public boolean isOf(EpkRange range) {
    return within == null || within.equals(Bounds.of(range));
  }

  public static QueryToken start(Owner owner) {
    return new QueryToken(owner, 0, 0, PagePosition.START, List.of(), null);
  }

  /** The text that a client carries. */
  public String encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeInt(owner.query());
      out.writeInt(owner.container());
      out.writeLong(owner.incarnation());
      out.writeLong(skipped);
      out.writeLong(emitted);
      out.writeInt(place.cursor().part());
      byte[] continuation = place.cursor().continuation();
      out.writeShort(continuation == null ? 0 : continuation.length);
      out.write(continuation == null ? new byte[0] : continuation);
      write(place.within(), out);
      out.writeByte(states.size());
      for (Aggregate.State state : states) {
        out.writeLong(state.count());
        out.writeDouble(state.sum());
        out.writeBoolean(state.spoilt());
        TokenValueCodec.write(state.extreme(), out);
      }
      out.writeBoolean(position != null);
      if (position != null) {
        position.write(out);
      }
      out.writeInt(plan);
      out.writeInt(within.low());
      out.writeInt(within.high());
    } catch (IOException e) {
      throw new IllegalStateException("a token in memory can't be written", e);
    }
    byte[] content = bytes.toByteArray();
    byte[] checked =
        ByteBuffer.allocate(content.length + Integer.BYTES)
            .put(content)
            .putInt(sum(content, content.length))
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(checked);
  }

  /**
   * A token that was changed on its way must not be followed: its numbers would lead to results
   * that were sent before, to others that never are, or out of the plan.
   */
  private static int sum(byte[] bytes, int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, length);
    return (int) sum.getValue();
  }

  private static byte[] content(String text) {
    byte[] checked = Base64.getUrlDecoder().decode(text);
    int length = checked.length - Integer.BYTES;
    if (length < 0 || ByteBuffer.wrap(checked).getInt(length) != sum(checked, length)) {
      throw illegible();
    }
    return Arrays.copyOf(checked, length);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it did not, or for another owner
   */
  public static QueryToken decode(String text, Owner owner) {
    if (text.length() > LENGTH_MAX) {
      throw illegible();
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content(text)))) {
      if (in.readByte() != VERSION) {
        throw illegible();
      }
      check(new Owner(in.readInt(), in.readInt(), in.readLong()), owner);
      long skipped = in.readLong();
      long emitted = in.readLong();
      int part = in.readInt();
      byte[] continuation = in.readNBytes(in.readUnsignedShort());
      PagePosition.Within withinItem = readWithin(in);
      List<Aggregate.State> states = new ArrayList<>();
      for (int i = in.readUnsignedByte(); i > 0; i--) {
        long count = in.readLong();
        double sum = in.readDouble();
        boolean spoilt = in.readBoolean();
        states.add(new Aggregate.State(count, sum, TokenValueCodec.read(in), spoilt));
      }
      SortPosition position = in.readBoolean() ? SortPosition.read(in) : null;
      int plan = in.readInt();
      Bounds within = new Bounds(in.readInt(), in.readInt());
      if (skipped < 0 || emitted < 0 || part < 0 || in.read() >= 0) {
        throw illegible();
      }
      CursorPosition cursor =
          new CursorPosition(part, continuation.length == 0 ? null : continuation);
      PagePosition place = new PagePosition(cursor, withinItem);
      return new QueryToken(owner, skipped, emitted, place, states, position, plan, within);
    } catch (IOException | IllegalArgumentException e) {
      throw illegible();
    }
  }

  private static void check(Owner actual, Owner owner) {
    if (actual.query() != owner.query()) {
      throw QueryError.refused(
          "The continuation token belongs to another query: the text and the parameters must be"
              + " the same for all pages.");
    }
    if (!actual.equals(owner)) {
      throw QueryError.refused(
          "The continuation token belongs to another container, or is from before a restore.");
    }
  }

  private static void write(PagePosition.Within within, DataOutputStream out) throws IOException {
    out.writeByte(within == null ? 0 : within.places().length);
    if (within != null) {
      out.writeLong(within.rid());
      for (int place : within.places()) {
        out.writeInt(place);
      }
    }
  }

  private static PagePosition.Within readWithin(DataInputStream in) throws IOException {
    int[] places = new int[in.readUnsignedByte()];
    if (places.length == 0) {
      return null;
    }
    long rid = in.readLong();
    for (int i = 0; i < places.length; i++) {
      places[i] = in.readInt();
      if (places[i] < 0) {
        throw illegible();
      }
    }
    return new PagePosition.Within(rid, places);
  }

  private static RuntimeException illegible() {
    return QueryError.refused("The continuation token is not one of this server's.");
  }
}
