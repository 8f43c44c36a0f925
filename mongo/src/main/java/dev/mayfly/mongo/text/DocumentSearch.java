package dev.mayfly.mongo.text;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.text.TextRefusal;
import dev.mayfly.text.TextSearch;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The {@code $text} of a query. Matches and scores are those of the documents as they are now; the
 * index only says where to look.
 */
public final class DocumentSearch {
  private final TextSearch search;
  private final List<BsonValue> before;
  private final List<BsonDocument> alternatives;
  private volatile Scored last;
  private double current;

  private record Scored(BsonDocument document, double score) {}

  /**
   * @param before the values of the fields before the texts of the index
   * @param alternatives conditions that a document may meet instead of this search
   */
  public DocumentSearch(
      TextSearch search, List<BsonValue> before, List<BsonDocument> alternatives) {
    this.search = requireNonNull(search, "search");
    this.before = List.copyOf(before);
    this.alternatives = List.copyOf(alternatives);
  }

  public TextSearch search() {
    return search;
  }

  public List<BsonValue> before() {
    return before;
  }

  public List<BsonDocument> alternatives() {
    return alternatives;
  }

  public boolean matches(BsonDocument document) {
    return score(document) > TextSearch.NO_MATCH;
  }

  /** Of a document that was just matched, the score is known. */
  public double score(BsonDocument document) {
    Scored known = last;
    if (known == null || known.document != document) {
      known = new Scored(document, read(document));
      last = known;
    }
    return known.score;
  }

  private double read(BsonDocument document) {
    RawValue raw =
        document instanceof LazyDocument lazy ? lazy.raw() : RawBson.root(BsonBytes.of(document));
    try {
      return search.score(raw);
    } catch (TextRefusal e) {
      // The index can't hold such a document.
      return TextSearch.NO_MATCH;
    }
  }

  /** Notes the document that a pipeline is working on, so that {@link #current} is its score. */
  public void enter(BsonDocument document) {
    current = score(document);
  }

  /** The score of the document that a pipeline is working on, however it was changed since. */
  public double current() {
    return current;
  }
}
