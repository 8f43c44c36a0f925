package dev.mayfly.cosmos.query;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.run.DocumentQuery;
import dev.mayfly.cosmos.query.syntax.ParsedQueries;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.bson.BsonDocument;

/** Queries over documents that are no items: databases, containers, offers, users. */
public final class MetadataQuery {
  private final ParsedQueries parsed = new ParsedQueries();
  private final LongSupplier clock;

  /**
   * @param clock returns milliseconds since 1970
   */
  public MetadataQuery(LongSupplier clock) {
    this.clock = requireNonNull(clock, "clock");
  }

  /**
   * The documents, or what is made of them, that a query selects.
   *
   * @param queryJson the body of the request
   * @throws dev.mayfly.cosmos.http.CosmosException 400 if it can't be run
   */
  public Stream<BsonDocument> query(byte[] queryJson, Stream<BsonDocument> documents) {
    QuerySpec spec = QuerySpec.parse(queryJson);
    CompiledQuery query =
        QueryCompiler.compile(parsed.parse(spec.text()), spec.parameters(), clock);
    return DocumentQuery.run(query, documents);
  }
}
