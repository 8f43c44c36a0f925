package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.query.run.CompiledQuery;
import dev.mayfly.cosmos.query.run.DocumentQuery;
import dev.mayfly.cosmos.query.run.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.ParsedQueries;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Queries over documents that are no items: databases, containers, offers, users. */
public final class Filter {
  private static final ParsedQueries PARSED = new ParsedQueries();

  private Filter() {}

  /**
   * The documents, or what is made of them, that a query selects.
   *
   * @param queryJson the body of the request
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it can't be run
   */
  public static Stream<BsonDocument> query(byte[] queryJson, Stream<BsonDocument> documents) {
    QuerySpec spec = QuerySpec.parse(queryJson);
    CompiledQuery query = QueryCompiler.compile(PARSED.parse(spec.text()), spec.parameters());
    return DocumentQuery.run(query, documents);
  }
}
