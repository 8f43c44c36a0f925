package dev.mayfly.cosmos.query.syntax;

import java.util.LinkedHashMap;
import java.util.Map;

/** The trees of the texts that came last: clients send the same ones again. Thread safe. */
public final class ParsedQueries {
  private static final int ENTRIES_MAX = 1000;
  private static final long CHARACTERS_MAX = 4L << 20;

  private final Map<String, Query> queries = new LinkedHashMap<>(64, 0.75f, true);
  private long characters;

  /** The tree of a text, parsed only if it is not here. */
  public Query parse(String text) {
    synchronized (queries) {
      Query known = queries.get(text);
      if (known != null) {
        return known;
      }
    }
    Query query = QueryParser.query(text);
    synchronized (queries) {
      if (queries.put(text, query) == null) {
        characters += text.length();
      }
      removeEldest();
    }
    return query;
  }

  private void removeEldest() {
    var eldest = queries.entrySet().iterator();
    while (queries.size() > ENTRIES_MAX || characters > CHARACTERS_MAX) {
      characters -= eldest.next().getKey().length();
      eldest.remove();
    }
  }

  int size() {
    synchronized (queries) {
      return queries.size();
    }
  }
}
