package dev.mayfly.mongo.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.NoCall;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

class CursorsTest {
  private static final Namespace NAME = new Namespace("d", "c");
  private static final SessionId OWNER = new SessionId(1, 2, "");

  private final AtomicLong nanos = new AtomicLong();
  private final Cursors cursors = new Cursors(nanos::get);
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
    return new CursorOwner("", session);
  }

  private long open(SessionId owner, OpenCursor.Kind kind) {
    OpenCursor cursor =
        new OpenCursor(NAME, owner(owner), documents, new Reader(new NoCall()), kind);
    return cursors.first(cursor, 2, false).getDocument("cursor").getInt64("id").getValue();
  }

  private long openAs(String user, OpenCursor.Kind kind) {
    CursorOwner owner = new CursorOwner(user, null);
    OpenCursor cursor =
        new OpenCursor(NAME, owner, new Documents(), new Reader(new NoCall()), kind);
    nanos.incrementAndGet();
    return cursors.first(cursor, 2, false).getDocument("cursor").getInt64("id").getValue();
  }

  private BsonDocument moreAs(String user, long id) {
    return cursors.more(new NoCall(), id, NAME, new CursorOwner(user, null), 3);
  }

  @Test
  void aFloodOfCursorsEndsTheFloodersOwn() {
    long first = openAs("eve", OpenCursor.Kind.PLAIN);
    long second = openAs("eve", OpenCursor.Kind.PLAIN);
    long honest = openAs("ann", OpenCursor.Kind.PLAIN);
    for (int i = 2; i < 5_000; i++) {
      openAs("eve", OpenCursor.Kind.PLAIN);
    }
    assertThat(cursors.size()).isEqualTo(5_001);
    moreAs("eve", first);
    openAs("eve", OpenCursor.Kind.PLAIN);

    assertThat(cursors.size()).isEqualTo(5_001);
    moreAs("eve", first);
    moreAs("ann", honest);
    assertThatThrownBy(() -> moreAs("eve", second))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(43));
    openAs("ann", OpenCursor.Kind.PLAIN);
  }

  @Test
  void cursorsThatNeverEndByThemselvesAreRefusedAtAUsersLimit() {
    for (int i = 0; i < 5_000; i++) {
      openAs("eve", OpenCursor.Kind.UNHURRIED);
    }
    assertThatThrownBy(() -> openAs("eve", OpenCursor.Kind.UNHURRIED))
        .hasMessage("Too many cursors are open: close some, or read them to their ends");
    assertThat(cursors.size()).isEqualTo(5_000);
    openAs("ann", OpenCursor.Kind.UNHURRIED);
  }

  private BsonDocument more(long id, SessionId session) {
    return cursors.more(new NoCall(), id, NAME, owner(session), 3);
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
  void aCursorThatNobodyAsksForEndsAfterTenMinutes() {
    long id = open(null, OpenCursor.Kind.PLAIN);

    minutesPass(9);
    assertThat(more(id, null).getDocument("cursor").getArray("nextBatch")).hasSize(3);
    minutesPass(9);
    more(id, null);
    minutesPass(10);

    assertGone(id);
  }

  @Test
  void oneWithoutHurryStays() {
    long id = open(null, OpenCursor.Kind.UNHURRIED);

    minutesPass(100);

    assertThat(more(id, null).getDocument("cursor").getArray("nextBatch")).hasSize(3);
  }

  @Test
  void onlyItsSessionMayAskForMore() {
    long id = open(OWNER, OpenCursor.Kind.PLAIN);

    assertThatThrownBy(() -> more(id, null))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(50737));
    assertThat(more(id, OWNER)).isNotNull();
  }

  @Test
  void itEndsWithItsSession() {
    long id = open(OWNER, OpenCursor.Kind.PLAIN);

    cursors.killOwned(new SessionId(1, 3, ""));
    assertThat(cursors.size()).isEqualTo(1);
    cursors.killOwned(OWNER);

    assertGone(id);
  }

  @Test
  void aSessionHasAThousandCursorsAtMost() {
    for (int i = 0; i < 1000; i++) {
      open(OWNER, OpenCursor.Kind.PLAIN);
    }

    assertThatThrownBy(() -> open(OWNER, OpenCursor.Kind.PLAIN)).isInstanceOf(MongoException.class);
    open(new SessionId(9, 9, ""), OpenCursor.Kind.PLAIN);
  }

  private long openHolding(Cursors some, long bytes, OpenCursor.Kind kind) {
    Reader reader = new Reader(new NoCall());
    reader.hold(bytes);
    nanos.incrementAndGet();
    OpenCursor cursor = new OpenCursor(NAME, owner(null), new Documents(), reader, kind);
    return some.first(cursor, 2, false).getDocument("cursor").getInt64("id").getValue();
  }

  @Test
  void theLongestIdleMakeRoomForWhatOthersKeep() {
    Cursors few = new Cursors(nanos::get, 1000);
    long first = openHolding(few, 400, OpenCursor.Kind.PLAIN);
    long empty = openHolding(few, 0, OpenCursor.Kind.PLAIN);
    long second = openHolding(few, 400, OpenCursor.Kind.PLAIN);
    nanos.incrementAndGet();
    few.more(new NoCall(), first, NAME, owner(null), 1);
    long third = openHolding(few, 400, OpenCursor.Kind.PLAIN);

    assertThatThrownBy(() -> few.more(new NoCall(), second, NAME, owner(null), 1))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(43));
    for (long id : new long[] {first, empty, third}) {
      few.more(new NoCall(), id, NAME, owner(null), 1);
    }
    assertThat(few.heldBytes()).isEqualTo(800);
    few.kill(first, NAME, "");
    few.killAll(NAME::equals);
    assertThat(few.heldBytes()).isZero();
  }

  @Test
  void whatFindsNoRoomIsRefused() {
    Cursors few = new Cursors(nanos::get, 1000);
    long kept = openHolding(few, 700, OpenCursor.Kind.UNHURRIED);

    assertThatThrownBy(() -> openHolding(few, 400, OpenCursor.Kind.PLAIN))
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(292));
    few.more(new NoCall(), kept, NAME, owner(null), 1);
    assertThat(few.heldBytes()).isEqualTo(700);
    few.close();
    assertThat(few.heldBytes()).isZero();
  }
}
