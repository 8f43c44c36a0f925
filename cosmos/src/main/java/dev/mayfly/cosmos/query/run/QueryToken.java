package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.engine.Container;
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
 * Where a query goes on, as clients carry it. Nothing is kept on the server.
 *
 * @param owner what it belongs to
 * @param skipped how many results the OFFSET has taken so far
 * @param emitted how many results were sent so far
 * @param place where reading goes on
 * @param states how far the aggregates have come; empty if there are none
 * @param position the last result of a sorted query; null if there is none
 * @param plan the signature of the plan that reads by indexes; 0 if it needs none
 */
record QueryToken(
    Owner owner,
    long skipped,
    long emitted,
    Place place,
    List<Aggregate.State> states,
    SortPosition position,
    int plan) {
  private static final int VERSION = 5;
  private static final int LENGTH_MAX = 16 * 1024;

  /**
   * What a token is good for.
   *
   * @param query a number that tells the query from others
   * @param container its number
   * @param incarnation of the store
   */
  record Owner(int query, int container, long incarnation) {
    static Owner of(int query, Container container) {
      return new Owner(query, container.state().number(), container.incarnation());
    }
  }

  QueryToken {
    states = List.copyOf(states);
  }

  QueryToken(
      Owner owner,
      long skipped,
      long emitted,
      Place place,
      List<Aggregate.State> states,
      SortPosition position) {
    this(owner, skipped, emitted, place, states, position, 0);
  }

  QueryToken by(int nextPlan) {
    return new QueryToken(owner, skipped, emitted, place, states, position, nextPlan);
  }

  static QueryToken start(Owner owner) {
    return new QueryToken(owner, 0, 0, Place.START, List.of(), null);
  }

  /** The text that a client carries. */
  String encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeInt(owner.query());
      out.writeInt(owner.container());
      out.writeLong(owner.incarnation());
      out.writeLong(skipped);
      out.writeLong(emitted);
      out.writeInt(place.index());
      byte[] scan = place.scan() == null ? new byte[0] : place.scan();
      out.writeShort(scan.length);
      out.write(scan);
      write(place.within(), out);
      out.writeByte(states.size());
      for (Aggregate.State state : states) {
        out.writeLong(state.count());
        out.writeDouble(state.sum());
        out.writeBoolean(state.spoilt());
        TokenValues.write(state.extreme(), out);
      }
      out.writeBoolean(position != null);
      if (position != null) {
        position.write(out);
      }
      out.writeInt(plan);
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
   * that were told before, to others that never are, or out of the plan.
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
  static QueryToken decode(String text, Owner owner) {
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
      int index = in.readInt();
      byte[] scan = in.readNBytes(in.readUnsignedShort());
      Place.Within within = readWithin(in);
      List<Aggregate.State> states = new ArrayList<>();
      for (int i = in.readUnsignedByte(); i > 0; i--) {
        long count = in.readLong();
        double sum = in.readDouble();
        boolean spoilt = in.readBoolean();
        states.add(new Aggregate.State(count, sum, TokenValues.read(in), spoilt));
      }
      SortPosition position = in.readBoolean() ? SortPosition.read(in) : null;
      int plan = in.readInt();
      if (skipped < 0 || emitted < 0 || index < 0 || in.read() >= 0) {
        throw illegible();
      }
      Place place = new Place(index, scan.length == 0 ? null : scan, within);
      return new QueryToken(owner, skipped, emitted, place, states, position, plan);
    } catch (IOException | IllegalArgumentException e) {
      throw illegible();
    }
  }

  private static void check(Owner told, Owner owner) {
    if (told.query() != owner.query()) {
      throw QueryError.refused(
          "The continuation token belongs to another query: the text and the parameters must be"
              + " the same for all pages.");
    }
    if (!told.equals(owner)) {
      throw QueryError.refused(
          "The continuation token belongs to another container, or is from before a restore.");
    }
  }

  private static void write(Place.Within within, DataOutputStream out) throws IOException {
    out.writeByte(within == null ? 0 : within.places().length);
    if (within != null) {
      out.writeLong(within.rid());
      for (int place : within.places()) {
        out.writeInt(place);
      }
    }
  }

  private static Place.Within readWithin(DataInputStream in) throws IOException {
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
    return new Place.Within(rid, places);
  }

  private static RuntimeException illegible() {
    return QueryError.refused("The continuation token is not one of this server's.");
  }
}
