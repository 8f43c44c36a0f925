package dev.mayfly.torture.server;

import dev.mayfly.torture.client.Api;
import dev.mayfly.torture.ledger.Doc;
import dev.mayfly.torture.ledger.Found;
import dev.mayfly.torture.ledger.History;
import java.util.Map;
import java.util.function.Supplier;

/** Reads a collection and compares it with its history. */
final class Reader {
  private final Api api;
  private final History history;

  Reader(Api api, History history) {
    this.api = api;
    this.history = history;
  }

  /** While others change it. */
  void read() {
    history.judge(found(this::all, false));
  }

  /**
   * After a start, without concurrent load.
   *
   * @param end when the server was killed, or the backup made that was restored
   */
  void adopt(Found.Window end) {
    Found found = found(this::all, true);
    history.adopt(found, end);
    if (found.docs() != null && history.hasIndex(Writer.PLAIN_INDEX)) {
      String collection = history.collection();
      history.judge(found(() -> api.readByIndex(collection, Writer.PLAIN_INDEX), false));
    }
  }

  /** The same, and the record stays as it is. */
  void compare(Found.Window end) {
    history.compare(found(this::all, true), end);
  }

  private Map<String, Doc> all() {
    return api.readAll(history.collection());
  }

  private Found found(Supplier<Map<String, Doc>> reader, boolean withCatalog) {
    long fromTick = History.tick();
    long fromSecond = History.second();
    Map<String, Doc> docs = reader.get();
    long toSecond = History.second();
    long toTick = History.tick();
    Found.Catalog catalog = withCatalog && docs != null ? api.catalog(history.collection()) : null;
    return new Found(docs, catalog, new Found.Window(fromTick, toTick, fromSecond, toSecond));
  }
}
