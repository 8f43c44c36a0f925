package dev.mayfly.mongo.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.NoCall;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.query.memory.MemoryPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class CursorsTest {
  private static final Namespace NAME = new Namespace("d", "c");
  private static final long MIB = 1 << 20;
  private static final SessionId OWNER = new SessionId(1, 2, "");

  private final AtomicLong nanos = new AtomicLong();
  private final MemoryPool memory = new MemoryPool(40 * MIB);
  private final Cursors cursors = new Cursors(nanos::get, memory);
  private final Documents documents = new Documents();

  /** Documents without end that can be closed. */
  private static final class Documents implements DocumentStream {
    private int following;
    private boolean closed;

    @Override
    public BsonDocument next() {
      return new BsonDocument("n", new BsonInt32(following++));
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static CursorOwner owner(SessionId session) {
    return new CursorOwner("", session, -1);
  }

  private long open(SessionId owner, ClientCursor.Kind kind) {
    ClientCursor cursor =
        new ClientCursor(NAME, owner(owner), documents, new Reader(new NoCall()), kind);
    return cursors.first(cursor, 2, false).getDocument("cursor").getInt64("id").getValue();
  }

  private long openAs(String user, ClientCursor.Kind kind) {
    CursorOwner owner = new CursorOwner(user, null, -1);
    ClientCursor cursor =
        new ClientCursor(NAME, owner, new Documents(), new Reader(new NoCall()), kind);
    nanos.incrementAndGet();
    return cursors.first(cursor, 2, false).getDocument("cursor").getInt64("id").getValue();
  }

  private BsonDocument moreAs(String user, long id) {
    return cursors.more(new NoCall(), id, NAME, new CursorOwner(user, null, -1), 3, () -> {});
  }

  @Test
  void aFloodOfCursorsEndsTheFloodersOwn() {
    long first = openAs("eve", ClientCursor.Kind.PLAIN);
    long second = openAs("eve", ClientCursor.Kind.PLAIN);
    long honest = openAs("ann", ClientCursor.Kind.PLAIN);
    for (int i = 2; i < 5_000; i++) {
      openAs("eve", ClientCursor.Kind.PLAIN);
    }
    assertThat(cursors.size()).isEqualTo(5_001);
    moreAs("eve", first);
    openAs("eve", ClientCursor.Kind.PLAIN);

    assertThat(cursors.size()).isEqualTo(5_001);
    moreAs("eve", first);
    moreAs("ann", honest);
    assertThatThrownBy(() -> moreAs("eve", second))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(43));
    openAs("ann", ClientCursor.Kind.PLAIN);
  }

  @Test
  void cursorsThatNeverEndByThemselvesAreRefusedAtAUsersLimit() {
    for (int i = 0; i < 5_000; i++) {
      openAs("eve", ClientCursor.Kind.UNHURRIED);
    }
    assertThatThrownBy(() -> openAs("eve", ClientCursor.Kind.UNHURRIED))
        .hasMessage("Too many cursors are open: close some, or read them to their ends");
    assertThat(cursors.size()).isEqualTo(5_000);
    openAs("ann", ClientCursor.Kind.UNHURRIED);
  }

  private BsonDocument more(long id, SessionId session) {
    return cursors.more(new NoCall(), id, NAME, owner(session), 3, () -> {});
  }

  private void minutesPass(int minutes) {
    nanos.addAndGet(TimeUnit.MINUTES.toNanos(minutes));
  }

  private void assertGone(long id) {
    assertThatThrownBy(() -> more(id, null))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(43));
    assertThat(documents.closed).isTrue();
  }

  @Test
  void anIdleCursorIsClosedAfterTenMinutes() {
    long id = open(null, ClientCursor.Kind.PLAIN);

    minutesPass(9);
    assertThat(more(id, null).getDocument("cursor").getArray("nextBatch")).hasSize(3);
    minutesPass(9);
    more(id, null);
    minutesPass(10);

    assertGone(id);
  }

  @Test
  void oneWithoutHurryStays() {
    long id = open(null, ClientCursor.Kind.UNHURRIED);

    minutesPass(100);

    assertThat(more(id, null).getDocument("cursor").getArray("nextBatch")).hasSize(3);
  }

  @Test
  void onlyItsSessionMayAskForMore() {
    long id = open(OWNER, ClientCursor.Kind.PLAIN);

    assertThatThrownBy(() -> more(id, null))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(50737));
    assertThat(more(id, OWNER)).isNotNull();
  }

  @Test
  void itEndsWithItsSession() {
    long id = open(OWNER, ClientCursor.Kind.PLAIN);

    cursors.killBySession(new SessionId(1, 3, ""));
    assertThat(cursors.size()).isEqualTo(1);
    cursors.killBySession(OWNER);

    assertGone(id);
  }

  @Test
  void aSessionHasAThousandCursorsAtMost() {
    for (int i = 0; i < 1000; i++) {
      open(OWNER, ClientCursor.Kind.PLAIN);
    }

    assertThatThrownBy(() -> open(OWNER, ClientCursor.Kind.PLAIN))
        .isInstanceOf(MongoException.class);
    open(new SessionId(9, 9, ""), ClientCursor.Kind.PLAIN);
  }

  private long openHolding(long bytes, ClientCursor.Kind kind) {
    NoCall call = new NoCall(memory);
    Reader reader = new Reader(call);
    reader.charge(bytes);
    nanos.incrementAndGet();
    ClientCursor cursor = new ClientCursor(NAME, owner(null), new Documents(), reader, kind);
    long id = cursors.first(cursor, 2, false).getDocument("cursor").getInt64("id").getValue();
    call.heap().close();
    return id;
  }

  private void assertEnded(long id) {
    assertThatThrownBy(() -> more(id, null))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(43));
  }

  @Test
  void theLongestIdleOfTheLargeOnesEndsFirst() {
    long first = openHolding(10 * MIB, ClientCursor.Kind.PLAIN);
    long empty = openHolding(0, ClientCursor.Kind.PLAIN);
    long second = openHolding(12 * MIB, ClientCursor.Kind.PLAIN);
    nanos.incrementAndGet();
    more(first, null);
    long third = openHolding(10 * MIB, ClientCursor.Kind.PLAIN);

    assertEnded(second);
    for (long id : new long[] {first, empty, third}) {
      more(id, null);
    }
    assertThat(memory.reservedBytes()).isEqualTo(20 * MIB);
    cursors.kill(first, "", name -> false);
    cursors.killAll(NAME::equals);
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void oneThatHoldsMoreThanIdleCursorsIsRefused() {
    long kept = openHolding(4 * MIB, ClientCursor.Kind.PLAIN);
    long needed = openHolding(18 * MIB, ClientCursor.Kind.UNHURRIED);

    NoCall call = new NoCall(memory);
    assertThatThrownBy(() -> new Reader(call).charge(10 * MIB))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(146));
    more(kept, null);
    more(needed, null);
    assertThat(memory.reservedBytes()).isEqualTo(22 * MIB);
    cursors.close();
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void aBatchBelongsToItsCallAndNotToTheCursor() {
    NoCall call = new NoCall(memory);
    Reader reader = new Reader(call);
    reader.charge(MIB);
    DocumentStream large =
        () -> new BsonDocument("text", new BsonString("x".repeat((int) MIB / 4)));
    ClientCursor cursor =
        new ClientCursor(NAME, owner(null), large, reader, ClientCursor.Kind.PLAIN);
    long id = cursors.first(cursor, 8, false).getDocument("cursor").getInt64("id").getValue();

    assertThat(memory.reservedBytes()).isGreaterThan(3 * MIB);
    call.heap().close();
    assertThat(memory.reservedBytes()).isEqualTo(MIB);
    cursors.kill(id, "", name -> false);
    assertThat(memory.reservedBytes()).isZero();
  }
}
