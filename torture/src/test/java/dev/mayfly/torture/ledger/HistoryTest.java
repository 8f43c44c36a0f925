package dev.mayfly.torture.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The comparison accepts what may be, and notices everything else. */
class HistoryTest {
  private static final Found.Catalog ON = new Found.Catalog(-1, null, Set.of());

  private final History history = new History("c");

  @BeforeEach
  void create() {
    history.acknowledge(history.sendCreate(-1, null));
  }

  private Doc doc(String key, Integer ttl) {
    return new Doc(key, history.nextVersion(), 1, 1, ttl, null, 0);
  }

  private History.Request put(Doc doc) {
    return history.sendWhole("put", List.of(Write.put(doc)));
  }

  private Doc stored(String key, Integer ttl) {
    Doc doc = doc(key, ttl);
    history.acknowledge(put(doc));
    return doc;
  }

  private static Map<String, Doc> docs(Doc... docs) {
    Map<String, Doc> byKey = new TreeMap<>();
    Arrays.stream(docs).forEach(doc -> byKey.put(doc.key(), doc));
    return byKey;
  }

  private static Found found(Found.Catalog catalog, long second, Doc... docs) {
    long tick = History.tick();
    return new Found(docs(docs), catalog, new Found.Window(tick, tick, second, second));
  }

  private void accepts(Doc... docs) {
    Found found = found(ON, History.second(), docs);
    assertThatCode(() -> history.compare(found, found.window())).doesNotThrowAnyException();
  }

  private void rejects(String reason, Doc... docs) {
    Found found = found(ON, History.second(), docs);
    assertThatThrownBy(() -> history.compare(found, found.window()))
        .isInstanceOf(Violation.class)
        .hasMessageContaining(reason);
  }

  @Test
  void whatWasAcknowledgedIsThere() {
    Doc first = stored("a", null);
    accepts(first);
    rejects("a should be version");
    Doc second = stored("a", null);
    accepts(second);
    rejects("a should be version", first);
  }

  @Test
  void whatWasNotAskedForIsNotThere() {
    rejects("x should be absent", doc("x", null));
  }

  @Test
  void bytesOtherThanWrittenAreNoticed() {
    Doc doc = stored("a", null);
    rejects("a should be", new Doc("a", doc.version(), 1, 1, null, null, -1));
  }

  @Test
  void aDeletedOneStaysAway() {
    Doc doc = stored("a", null);
    History.Request delete = history.sendWhole("delete", List.of(Write.delete("a")));
    accepts(doc);
    accepts();
    history.acknowledge(delete);
    accepts();
    rejects("a should be deletion", doc);
  }

  @Test
  void whatWasRefusedIsNotThere() {
    Doc doc = doc("a", null);
    history.refuse(put(doc));
    accepts();
    rejects("a should be absent", doc);
  }

  @Test
  void aBatchIsThereWholeOrNotAtAll() {
    Doc a = doc("a", null);
    Doc b = doc("b", null);
    history.sendWhole("batch", List.of(Write.put(a), Write.put(b)));
    accepts();
    accepts(a, b);
    rejects("should be", a);
    rejects("should be", b);
  }

  @Test
  void anOrderedBulkIsThereUpToSomePlace() {
    Doc a = doc("a", null);
    Doc b = doc("b", null);
    history.sendOrdered("bulk", List.of(Write.put(a), Write.put(b)));
    accepts();
    accepts(a);
    accepts(a, b);
    rejects("should be", b);
  }

  @Test
  void ofAnUnorderedBulkAnythingMayBeThereUntilItIsAcknowledged() {
    Doc a = doc("a", null);
    Doc b = doc("b", null);
    History.Request bulk = history.sendLoose("bulk", List.of(Write.put(a), Write.put(b)));
    accepts();
    accepts(b);
    accepts(a, b);
    history.acknowledge(bulk, new boolean[] {true, false});
    accepts(a);
    rejects("b should be absent", a, b);
    rejects("a should be");
  }

  @Test
  void theExpiredAreInvisibleAndTheLivingAreNot() {
    Doc doc = stored("a", 10);
    long second = History.second();
    Found alive = found(ON, second + 5, doc);
    assertThatCode(() -> history.judge(alive)).doesNotThrowAnyException();
    assertThatThrownBy(() -> history.judge(found(ON, second + 5))).hasMessageContaining("absent");
    assertThatThrownBy(() -> history.judge(found(ON, second + 11, doc)))
        .hasMessageContaining("dies between");
    assertThatCode(() -> history.judge(found(ON, second + 11))).doesNotThrowAnyException();
  }

  @Test
  void aLongerDefaultBringsNothingBack() {
    Spans spans = new Spans(Spans.DEFAULT_TTL);
    Entry entry = new Entry(1, new Doc("a", 1, 1, 1, null, null, 0), at(100, 100));
    spans.change(5, at(90, 90));
    assertThat(spans.earliestDeath(entry)).isEqualTo(105);
    assertThat(spans.latestDeath(entry)).isEqualTo(105);
    spans.change(1000, at(110, 112));
    assertThat(spans.latestDeath(entry)).isEqualTo(105);
  }

  @Test
  void aDefaultThatWasChangedInTimeSavesAndOneThatMayHaveBeenMaySave() {
    Entry entry = new Entry(1, new Doc("a", 1, 1, 1, null, null, 0), at(100, 101));
    Spans inTime = new Spans(Spans.DEFAULT_TTL);
    inTime.change(5, at(90, 90));
    inTime.change(null, at(102, 103));
    assertThat(inTime.earliestDeath(entry)).isEqualTo(Spans.NEVER);
    Spans perhaps = new Spans(Spans.DEFAULT_TTL);
    perhaps.change(5, at(90, 90));
    perhaps.change(null, at(104, 107));
    assertThat(perhaps.earliestDeath(entry)).isEqualTo(105);
    assertThat(perhaps.latestDeath(entry)).isEqualTo(Spans.NEVER);
  }

  private static Moment at(long sentSecond, long ackedSecond) {
    Moment moment = new Moment(History.tick(), sentSecond);
    moment.acknowledge(History.tick(), ackedSecond);
    return moment;
  }

  @Test
  void aDroppedCollectionIsGoneAndANewOneIsEmpty() {
    Doc doc = stored("a", null);
    history.acknowledge(history.sendDrop());
    rejects("the collection is there again", doc);
    history.acknowledge(history.sendCreate(-1, null));
    accepts();
    rejects("a should be absent", doc);
  }

  @Test
  void aReaderMayFindACollectionEmptyWhileItIsDroppedAndNotBefore() {
    stored("a", null);
    assertThatThrownBy(() -> history.judge(found(null, History.second())))
        .isInstanceOf(Violation.class);
    history.sendDrop();
    Found meanwhile = found(null, History.second());
    assertThatCode(() -> history.judge(meanwhile)).doesNotThrowAnyException();
    assertThatThrownBy(() -> history.judge(found(null, History.second(), doc("a", null))))
        .isInstanceOf(Violation.class);
  }

  @Test
  void settingsAreAsAcknowledged() {
    history.acknowledge(history.sendTtl(30));
    rejects("the settings should be");
    history.acknowledge(history.sendTtl(-1));
    accepts();
    history.acknowledge(history.sendIndex("plain", false));
    rejects("the settings should be");
  }

  @Test
  void aUniqueValueIsThereOnce() {
    history.acknowledge(history.sendIndex("unique", true));
    Doc a = stored("a", null);
    Doc b = stored("b", null);
    Found found = found(new Found.Catalog(-1, null, Set.of("unique")), History.second(), a, b);
    assertThatThrownBy(() -> history.compare(found, found.window()))
        .hasMessageContaining("both have the unique value");
  }

  @Test
  void aBackupIsAsOldAsItIs() {
    Doc old = stored("a", null);
    long tick = History.tick();
    Found.Window backup = new Found.Window(tick, tick, History.second(), History.second());
    Doc later = stored("a", null);
    history.compare(found(ON, History.second(), old), backup);
    assertThatThrownBy(() -> history.compare(found(ON, History.second(), later), backup))
        .isInstanceOf(Violation.class);
    history.adopt(found(ON, History.second(), old), backup);
    accepts(old);
    rejects("a should be", later);
  }
}
