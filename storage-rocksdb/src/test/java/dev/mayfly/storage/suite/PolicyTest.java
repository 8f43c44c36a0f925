package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.engine.ttl.TtlValue;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.storage.ForwardingStorage;
import dev.mayfly.testkit.storage.ForwardingWriteView;
import dev.mayfly.testkit.suite.Bodies;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a container's default and an item's own ttl mean (rules A). */
class PolicyTest extends EachStorageTest {
  @Test
  @Rule("A1")
  void withoutADefaultNothingExpires() {
    Container c = container(null);
    put(c, "a");
    assertThat(c.definition().defaultTtl()).isNull();
    assertNeverDies(c, "a");
  }

  @Test
  @Rule("A1")
  void minusOneIsOnAndExpiresNothingByDefault() {
    Container c = container(-1);
    put(c, "a");
    put(c, "b", "ttl", 5);
    assertThat(c.state().policy().ownSource().inForce()).isTrue();
    assertDiesAfter(c, "b", 5);
    assertNeverDies(c, "a");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 86_400, Integer.MAX_VALUE})
  @Rule("A1")
  void itemsExpireSoManySecondsAfterTheirLastModification(int seconds) {
    Container c = container(seconds);
    put(c, "a");
    assertDiesAfter(c, "a", seconds);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -2, Integer.MIN_VALUE})
  @Rule("A2")
  void aDefaultOutsideItsDomainIsRefusedByNameAndRange(int seconds) {
    assertThat(assertFails(ErrorCode.BAD_TTL, () -> container(seconds)))
        .hasMessageContaining("defaultTtl")
        .hasMessageContaining(Integer.toString(seconds))
        .hasMessageContaining("-1")
        .hasMessageContaining("2147483647");
    assertThat(engine.containers(DATABASE)).isEmpty();
  }

  @Test
  @Rule("A2")
  void aRefusedDefaultChangesNothing() {
    Container c = container(10);
    put(c, "a");
    assertFails(ErrorCode.BAD_TTL, () -> changeDefault(c, 0));
    assertThat(again(c).definition().defaultTtl()).isEqualTo(10);
    assertDiesAfter(c, "a", 10);
  }

  @Test
  @Rule({"A2", "not-a-number"})
  void aDefaultThatIsNoIntegerIsRefused() {
    BsonValue[] refused = {
      new BsonDouble(1.5),
      new BsonDouble(Double.NaN),
      new BsonDouble(Double.POSITIVE_INFINITY),
      new BsonDouble(2147483648.0),
      new BsonInt64(2147483648L),
      new BsonInt32(0),
      new BsonString("10"),
      BsonBoolean.TRUE,
      new BsonDocument(),
      new BsonArray(),
      new BsonDecimal128(new Decimal128(10)),
    };
    for (BsonValue value : refused) {
      assertFails(ErrorCode.BAD_TTL, () -> TtlValue.parseDefault(value));
    }
  }

  @Test
  @Rule("A2")
  void aWholeNumberWrittenAsAFractionCounts() {
    assertThat(TtlValue.parseDefault(new BsonDouble(10.0))).isEqualTo(10);
    assertThat(TtlValue.parseDefault(new BsonInt64(10))).isEqualTo(10);
    assertThat(TtlValue.parseDefault(BsonNull.VALUE)).isNull();
  }

  @Test
  @Rule("A3")
  void anItemsOwnTtlOverridesTheDefaultInBothDirections() {
    Container c = container(10);
    put(c, "shorter", "ttl", 3);
    put(c, "longer", "ttl", 30);
    put(c, "never", "ttl", -1);
    assertDiesAfter(c, "shorter", 3);
    assertDiesAfter(c, "longer", 27);
    assertNeverDies(c, "never");
  }

  @Test
  @Rule("A4")
  void aTtlThatIsNotValidIsRefusedAndNothingIsWritten() {
    refusesTtls(container(-1));
  }

  @Test
  @Rule("A4")
  void aTtlThatIsNotValidIsRefusedAlsoWhileTtlIsOff() {
    refusesTtls(container(null));
  }

  private void refusesTtls(Container c) {
    put(c, "old", "n", 1);
    Object[] refused = {
      0, -2, 1.5, 2147483648L, "20", true, null, Double.NaN, new BsonDocument(), new BsonArray()
    };
    for (Object value : refused) {
      assertThat(
              assertFails(
                  ErrorCode.BAD_TTL, () -> c.create(key("a"), Bodies.of("a", "ttl", value))))
          .hasMessageContaining("ttl")
          .hasMessageContaining("2147483647");
      assertFails(ErrorCode.BAD_TTL, () -> put(c, "old", "ttl", value, "n", 2));
      assertFails(
          ErrorCode.BAD_TTL,
          () -> c.write(WriteRequest.patch(key("old"), body -> Bodies.of("old", "ttl", value))));
    }
    assertThat(isThere(c, "a")).isFalse();
    assertThat(Bodies.decode(c.read(key("old")).body()).getInt32("n").getValue()).isEqualTo(1);
    assertThat(c.live().items()).isEqualTo(1);
  }

  @Test
  @Rule("A4")
  void wholeNumbersOfAnyTypeAreValid() {
    Container c = container(-1);
    put(c, "int", "ttl", 5);
    put(c, "long", "ttl", 5L);
    put(c, "double", "ttl", 5.0);
    clock.advance(4);
    assertThat(scanned(c)).containsExactlyInAnyOrder("int", "long", "double");
    clock.advance(1);
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  @Rule("A4")
  void keptValuesThatAreNotValidCountAsAbsentWhenTtlIsSwitchedOn() {
    Container c = container(null);
    lenient(c, "text", "soon");
    lenient(c, "zero", 0);
    lenient(c, "null", null);
    put(c, "valid", "ttl", 100);
    changeDefault(c, 10);
    clock.advance(9);
    assertThat(scanned(c)).containsExactlyInAnyOrder("text", "zero", "null", "valid");
    clock.advance(1);
    assertThat(scanned(c)).containsExactly("valid");
    clock.advance(90);
    assertThat(scanned(c)).isEmpty();
  }

  private static byte[] lenient(Container c, String id, Object ttl) {
    byte[] body = Bodies.of(id, "ttl", ttl);
    c.write(new WriteRequest.Upsert(key(id), body, null, TtlReading.LENIENT));
    return body;
  }

  @Test
  @Rule("A4")
  void aLenientWriteKeepsAValueThatIsNotValidAndIgnoresIt() {
    Container c = container(10);
    byte[] body = lenient(c, "a", "20");
    assertThat(c.read(key("a")).body()).isEqualTo(body);
    assertDiesAfter(c, "a", 10);
  }

  @Test
  @Rule("A5")
  void everyWriteRestartsTheCountdown() {
    Container c = container(10);
    put(c, "upserted");
    put(c, "replaced");
    put(c, "patched");
    put(c, "left");
    clock.advance(9);
    put(c, "upserted");
    c.replace(key("replaced"), body("replaced"));
    c.write(WriteRequest.patch(key("patched"), body -> body));
    clock.advance(1);
    assertThat(scanned(c)).containsExactlyInAnyOrder("upserted", "replaced", "patched");
    clock.advance(8);
    assertThat(scanned(c)).hasSize(3);
    clock.advance(1);
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  @Rule("A5")
  void aWriteThatChangesNothingSetsTheTimestamp() {
    Container c = container(10);
    Item before = put(c, "a").item();
    clock.advance(5);
    Item after = put(c, "a").item();
    assertThat(before.tsSecond()).isEqualTo(START);
    assertThat(after.tsSecond()).isEqualTo(START + 5);
    assertThat(after.etag()).isNotEqualTo(before.etag());
    assertThat(after.rid()).isEqualTo(before.rid());
  }

  @Test
  @Rule("A5")
  void readsNeverRestartTheCountdown() {
    Container c = container(10);
    put(c, "a");
    for (int i = 0; i < 9; i++) {
      clock.advance(1);
      assertLives(c, "a");
      c.batch(java.util.List.of(new WriteRequest.Read(key("a"))));
    }
    clock.advance(1);
    assertDead(c, "a");
  }

  @Test
  @Rule("A5")
  void aFailedWriteDoesNotRestartTheCountdown() {
    Container c = container(10);
    Item item = put(c, "a").item();
    put(c, "a");
    clock.advance(9);
    assertFails(ErrorCode.ALREADY_EXISTS, () -> c.create(key("a"), body("a")));
    assertFails(
        ErrorCode.PRECONDITION_FAILED,
        () ->
            c.write(new WriteRequest.Replace(key("a"), body("a"), item.etag(), TtlReading.STRICT)));
    assertDiesAfter(c, "a", 1);
  }

  @Test
  @Rule("A6")
  void changingAnItemsTtlIsAWriteLikeAnother() {
    Container c = container(10);
    put(c, "a", "ttl", 3);
    clock.advance(2);
    put(c, "a", "ttl", 20);
    assertDiesAfter(c, "a", 20);
  }

  @Test
  @Rule("A6")
  void withoutItsTtlAnItemFollowsTheDefaultAgain() {
    Container c = container(10);
    put(c, "a", "ttl", 100);
    clock.advance(50);
    put(c, "a");
    assertDiesAfter(c, "a", 10);
  }

  @Test
  @Rule("A6")
  void minusOneKeepsAnItemForGood() {
    Container c = container(10);
    put(c, "a", "ttl", 3);
    clock.advance(2);
    put(c, "a", "ttl", -1);
    assertNeverDies(c, "a");
  }

  @Test
  @Rule({"A7", "frozen-policy"})
  void aNewDefaultHoldsAtOnceForItemsThatAreThere() {
    Container c = container(1000);
    put(c, "old");
    put(c, "own", "ttl", 1000);
    clock.advance(50);
    put(c, "young");
    changeDefault(c, 20);
    assertThat(scanned(c)).containsExactlyInAnyOrder("own", "young");
    changeDefault(c, 60);
    clock.advance(59);
    assertThat(scanned(c)).containsExactlyInAnyOrder("own", "young");
    clock.advance(1);
    assertThat(scanned(c)).containsExactly("own");
  }

  @Test
  @Rule({"A7", "frozen-policy"})
  void changingTheDefaultTouchesNoItem() {
    Container c = container(1000);
    putMany(c, "few", 10);
    long few = rowsTouchedBy(c, 500);
    putMany(c, "many", 1000);
    long many = rowsTouchedBy(c, 400);
    assertThat(many).isLessThanOrEqualTo(few);
  }

  @Test
  @Rule({"A7", "frozen-policy"})
  void changingTheDefaultAfterALargePurgeWalksOverNoDeletedRows() {
    Container c = container(10);
    putMany(c, "dead", 1000);
    clock.advance(10);
    assertThat(purge(c)).isEqualTo(1000);
    long before = storage.cursorsOfWrites();
    changeDefault(c, 20);
    assertThat(storage.cursorsOfWrites() - before).isZero();
  }

  @Test
  @Rule({"A7", "F3"})
  void changingTheDefaultRecordsNoEventsFirst() {
    Container few = create(named("few").defaultTtl(10).expiryEvents(new Retention(1000, 1 << 30)));
    Container many =
        create(named("many").defaultTtl(10).expiryEvents(new Retention(1000, 1 << 30)));
    putMany(few, "a", 10);
    putMany(many, "a", 1000);
    clock.advance(30);
    long before = storage.rowsTouched();
    changeDefault(few, 20);
    long between = storage.rowsTouched();
    changeDefault(many, 20);
    assertThat(storage.rowsTouched() - between).isLessThanOrEqualTo(between - before);
  }

  private long rowsTouchedBy(Container c, int nextDefault) {
    engine.background().catchUp();
    long before = storage.rowsTouched();
    changeDefault(c, nextDefault);
    return storage.rowsTouched() - before;
  }

  @Test
  @Rule("A8")
  void offMeansThatNothingExpiresNotEvenByItsOwnTtl() {
    Container c = container(10);
    put(c, "default");
    put(c, "own", "ttl", 5);
    changeDefault(c, null);
    clock.advance(1_000_000);
    assertLives(c, "default");
    assertLives(c, "own");
  }

  @Test
  @Rule("A8")
  void onAgainBringsOwnTtlsBackIntoForce() {
    Container c = container(10);
    put(c, "own", "ttl", 100);
    changeDefault(c, null);
    clock.advance(50);
    changeDefault(c, -1);
    assertDiesAfter(c, "own", 50);
  }

  @Test
  @Rule("A8")
  void itemsWrittenWhileOffFollowTheirTtlOnceOn() {
    Container c = container(null);
    put(c, "long", "ttl", 100);
    put(c, "short", "ttl", 10);
    clock.advance(50);
    assertLives(c, "short");
    changeDefault(c, -1);
    assertDead(c, "short");
    assertDiesAfter(c, "long", 50);
  }

  @Test
  @Rule("A8")
  void whatDiedBeforeIsStillPurgedWhileOffThenThePurgeRests() {
    Container c = container(10);
    put(c, "dead");
    put(c, "deadToo", "ttl", 10);
    clock.advance(10);
    put(c, "alive");
    put(c, "aliveToo", "ttl", 10);
    changeDefault(c, null);
    clock.advance(1000);
    assertThat(c.metrics().backlog().items()).isEqualTo(2);
    assertThat(purge(c)).isEqualTo(2);
    clock.advance(1000);
    assertThat(purge(c)).isZero();
    assertThat(scanned(c)).containsExactlyInAnyOrder("alive", "aliveToo");
  }

  @Test
  @Rule("A9")
  void onlyARootPropertyNamedExactlyTtlCounts() {
    Container c = container(10);
    put(c, "upper", "TTL", 3);
    put(c, "nested", "settings", new BsonDocument("ttl", new BsonInt32(3)));
    put(c, "inArray", "list", new BsonArray(java.util.List.of(new BsonInt32(3))), "Ttl", 3);
    clock.advance(9);
    assertThat(scanned(c)).containsExactlyInAnyOrder("upper", "nested", "inArray");
    clock.advance(1);
    assertThat(scanned(c)).isEmpty();
  }

  @Test
  @Rule("A9")
  void elsewhereAnyValueIsData() {
    Container c = container(10);
    put(c, "a", "TTL", "x", "n", new BsonDocument("ttl", new BsonString("soon")));
    assertLives(c, "a");
  }

  @Test
  @Rule({"A1", "A7"})
  void anErrorInTheMidstOfAChangeDoesNotStopTime() {
    AtomicBoolean armed = new AtomicBoolean();
    Engine other = alsoClose(Engine.open(new BreakingStorage(armed), clock, options()));
    other.createDatabase(DATABASE);
    Container c = other.createContainer(DATABASE, named("c").defaultTtl(10).build());
    put(c, "a");
    armed.set(true);
    assertThatThrownBy(() -> other.replaceContainer(DATABASE, named("c").defaultTtl(20).build()))
        .isInstanceOf(InternalError.class);
    armed.set(false);
    clock.advance(9);
    assertLives(c, "a");
    clock.advance(1);
    assertDead(c, "a");
  }

  /** Throws an error, which no code expects, at puts of the catalog's rows. */
  private final class BreakingStorage extends ForwardingStorage {
    private final AtomicBoolean armed;

    private BreakingStorage(AtomicBoolean armed) {
      super(stores.open());
      this.armed = armed;
    }

    @Override
    protected WriteView wrap(WriteView view) {
      return new ForwardingWriteView(view) {
        @Override
        public void put(Table table, byte[] key, byte[] value) {
          if (armed.get() && table == Table.META) {
            throw new InternalError("on purpose");
          }
          super.put(table, key, value);
        }
      };
    }
  }
}
