package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.engine.Container;
import dev.mayfly.text.fulltext.FullTextKeys;
import dev.mayfly.text.fulltext.FullTextLanguage;
import java.util.List;
import org.bson.BsonDocument;

/** Containers whose texts are indexed, and queries with the texts on the heap and without. */
abstract class FullTextFixture extends ContainerQueries {
  private static final String POLICY =
      "{'fullTextPolicy':{'defaultLanguage':'en-US','fullTextPaths':[{'path':'/t'},{'path':'/u'}]},"
          + "'indexingPolicy':{'fullTextIndexes':[{'path':'/t'},{'path':'/u'}]}}";

  final FullTextCorpora corpora = new FullTextCorpora();

  /** Partitioned by /pk, with full text indexes on /t and /u. */
  final Container texts(String name) {
    return create(
        named(name)
            .partitionKey("/pk")
            .defaultTtl(-1)
            .pathIndexes(
                FullTextKeys.index("/t", FullTextLanguage.EN_US),
                FullTextKeys.index("/u", FullTextLanguage.EN_US))
            .opaque(new BsonDocument("cosmos", BsonDocument.parse(POLICY))));
  }

  static void put(Container container, String id, String text, String more) {
    put(
        container,
        "{\"id\":\"%s\",\"pk\":\"p%d\",\"t\":\"%s\"%s}"
            .formatted(id, id.hashCode() % 3, text, more));
  }

  /** The results without what is on the heap. */
  static List<String> read(Container container, String query) {
    return results(container, query, 1_000);
  }

  /** The results by what is on the heap, in pages of that size. */
  final List<String> searched(Container container, String query, int pageItems) {
    Pages pages = pages(container, query, pageItems);
    pages.query().texts().use(corpora);
    return texts(pages.all());
  }
}
