package dev.mayfly.torture.server;

import dev.mayfly.torture.client.Api;
import dev.mayfly.torture.client.Refused;
import dev.mayfly.torture.ledger.Doc;
import dev.mayfly.torture.ledger.History;
import dev.mayfly.torture.ledger.Write;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Changes one collection in every way, one request after another. */
final class Writer {
  private static final int KEYS = 40;
  private static final int NEW_KEYS = 60;
  private static final int UNIQUE_VALUES = 1500;
  static final String PLAIN_INDEX = "plain";
  private static final String UNIQUE_INDEX = "unique";
  private static final Integer[] DEFAULTS = {null, -1, -1, -1, 1, 2, 30, 3600};

  private final Api api;
  private final History history;
  private final Random random;
  private final String collection;

  Writer(Api api, History history, Random random) {
    this.api = api;
    this.history = history;
    this.random = random;
    this.collection = history.collection();
  }

  /** Does one thing that the seed chooses. */
  void act() {
    if (!history.exists()) {
      create();
      return;
    }
    int dice = random.nextInt(200);
    if (dice < 60) {
      put();
    } else if (dice < 85) {
      update();
    } else if (dice < 105) {
      delete();
    } else if (dice < 135) {
      batch();
    } else if (dice < 155) {
      bulk(true);
    } else if (dice < 175) {
      bulk(false);
    } else if (dice < 184) {
      changeTtl();
    } else if (dice < 189) {
      changeDates();
    } else if (dice < 197) {
      changeIndex();
    } else {
      drop();
    }
  }

  private void create() {
    History.Request request = history.sendCreate(api.ttlAtCreation(), api.uniqueKeyAtCreation());
    api.create(collection);
    history.acknowledge(request);
  }

  private void drop() {
    History.Request request = history.sendDrop();
    api.drop(collection);
    history.acknowledge(request);
  }

  private Doc doc(String key) {
    int dice = random.nextInt(20);
    Integer ttl = null;
    if (dice < 5) {
      ttl = 1 + random.nextInt(3);
    } else if (dice < 8) {
      ttl = dice == 5 ? 3600 : -1;
    }
    Long dateMillis = null;
    if (api.hasDates() && random.nextInt(5) == 0) {
      dateMillis = System.currentTimeMillis() + random.nextInt(5000) - 1000;
    }
    int padding = random.nextInt(12) == 0 ? random.nextInt(40_000) : random.nextInt(200);
    return new Doc(
        key,
        history.nextVersion(),
        random.nextInt(1000),
        random.nextInt(UNIQUE_VALUES),
        ttl,
        dateMillis,
        padding);
  }

  private String key() {
    return "k" + random.nextInt(KEYS);
  }

  private void put() {
    Doc doc = doc(key());
    History.Request request = history.sendWhole("put", List.of(Write.put(doc)));
    try {
      api.put(collection, doc);
      history.acknowledge(request);
    } catch (Refused e) {
      history.refuse(request);
    }
  }

  private void update() {
    Doc doc = doc(key());
    History.Request request = history.sendWhole("update", List.of(Write.put(doc)));
    try {
      if (api.update(collection, doc)) {
        history.acknowledge(request);
      } else {
        history.refuse(request);
        history.absent(doc.key());
      }
    } catch (Refused e) {
      history.refuse(request);
    }
  }

  private void delete() {
    String key = key();
    History.Request request = history.sendWhole("delete", List.of(Write.delete(key)));
    if (api.delete(collection, key)) {
      history.acknowledge(request);
    } else {
      history.refuse(request);
      history.absent(key);
    }
  }

  private void batch() {
    if (!api.hasBatches()) {
      put();
      return;
    }
    List<Write> writes = new ArrayList<>();
    for (String key : keys(2 + random.nextInt(8))) {
      writes.add(Write.put(doc(key)));
    }
    History.Request request = history.sendWhole("batch", writes);
    try {
      api.batch(collection, writes);
      history.acknowledge(request);
    } catch (Refused e) {
      history.refuse(request);
    }
  }

  private List<String> keys(int number) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      keys.add("k" + i);
    }
    Collections.shuffle(keys, random);
    return keys.subList(0, number);
  }

  private void bulk(boolean ordered) {
    List<Write> writes = new ArrayList<>();
    if (random.nextBoolean()) {
      // New documents, for inserts of many: names that are not in use, as far as is known.
      int first = random.nextInt(NEW_KEYS);
      for (int i = 0; i < 2 + random.nextInt(12); i++) {
        writes.add(Write.put(doc("new" + (first + i) % NEW_KEYS)));
      }
    } else {
      for (String key : keys(2 + random.nextInt(10))) {
        writes.add(random.nextInt(4) == 0 ? Write.delete(key) : Write.put(doc(key)));
      }
    }
    boolean inOrder = ordered && !api.hasBatches();
    History.Request request =
        inOrder
            ? history.sendOrdered("ordered bulk", writes)
            : history.sendLoose("unordered bulk", writes);
    history.acknowledge(request, api.bulk(collection, writes, inOrder));
  }

  private void changeTtl() {
    Integer seconds = DEFAULTS[random.nextInt(DEFAULTS.length)];
    Integer before = history.ttl();
    if (seconds == null ? before == null : seconds.equals(before)) {
      return;
    }
    History.Request request = history.sendTtl(seconds);
    api.setTtl(collection, seconds);
    history.acknowledge(request);
  }

  private void changeDates() {
    if (!api.hasDates()) {
      changeTtl();
      return;
    }
    Integer seconds = history.hasDates() ? null : Integer.valueOf(random.nextInt(2));
    History.Request request = history.sendDates(seconds);
    api.setDates(collection, seconds);
    history.acknowledge(request);
  }

  private void changeIndex() {
    boolean unique = api.hasLaterUniqueIndexes() && random.nextInt(3) == 0;
    String index = unique ? UNIQUE_INDEX : PLAIN_INDEX;
    if (history.hasIndex(index)) {
      History.Request request = history.sendNoIndex(index);
      api.dropIndex(collection, index);
      history.acknowledge(request);
      return;
    }
    History.Request request = history.sendIndex(index, unique);
    try {
      api.addIndex(collection, index, unique);
      history.acknowledge(request);
    } catch (Refused e) {
      history.refuse(request);
    }
  }
}
