package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.text.DocumentSearch;
import dev.mayfly.text.TextDefinition;
import java.util.Set;
import org.bson.BsonDouble;

/**
 * What of text searches is available where something is parsed.
 *
 * @param index what the text index of the collection holds; null if there is none
 * @param search the {@code $text} of the filter; null where none is allowed
 * @param score the value of {@code {$meta: "textScore"}}; null if there is none
 * @param direct whether the documents are still as the search returned them
 * @param others what sub-pipelines need to know of other collections
 */
public record TextScope(
    TextDefinition index,
    DocumentSearch search,
    Expression score,
    boolean direct,
    Collections others) {
  public static final TextScope NONE = new TextScope(null, null, null, false, name -> null);

  /** The text indexes of the collections of a database. */
  @FunctionalInterface
  public interface Collections {
    /** What the text index of a collection holds; null if there is none. */
    TextDefinition textOf(String collection);
  }

  /** Stages that pass on their documents one by one, and their scores. */
  private static final Set<String> KEEPING =
      Set.of(
          "$match",
          "$skip",
          "$limit",
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$redact",
          "$replaceRoot",
          "$replaceWith",
          "$unwind",
          "$lookup",
          "$graphLookup");

  public static TextScope of(TextDefinition index) {
    return index == null ? NONE : new TextScope(index, null, null, false, NONE.others);
  }

  /** The same scope in a database. */
  public TextScope among(Collections collections) {
    return new TextScope(index, search, score, direct, collections);
  }

  /** The scope of a sub-pipeline over another collection; null for none. */
  public TextScope inside(String collection) {
    return new TextScope(
        collection == null ? null : others.textOf(collection), null, null, false, others);
  }

  /** The scope of a filter with a search, and of what is evaluated on the documents it finds. */
  public TextScope searching(DocumentSearch found) {
    Expression ofDocument = variables -> new BsonDouble(found.score(variables.root()));
    return new TextScope(index, found, ofDocument, true, others);
  }

  /** The scope of a projection of the documents that were found. */
  public TextScope found() {
    return new TextScope(null, null, score, false, others);
  }

  /** The scope behind the first stages of a pipeline, which were read from the collection. */
  public TextScope behindSource() {
    return search == null ? inside(null) : behind("$match").found();
  }

  /** The scope behind a stage. */
  public TextScope behind(String stage) {
    if (search != null) {
      DocumentSearch first = search;
      return new TextScope(null, null, variables -> new BsonDouble(first.current()), true, others);
    }
    // A sort right behind the search is done where the documents are read.
    boolean kept = KEEPING.contains(stage) || direct && stage.equals("$sort");
    return kept && score != null ? found() : inside(null);
  }
}
