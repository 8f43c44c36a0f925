package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.IndexOptions;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text indexes: how they are made, listed and dropped, and which documents they refuse. */
class TextIndexDriverTest extends CollectionTest {
  private Document create(String spec) {
    return run("{'createIndexes': 'c', 'indexes': [" + spec + "]}");
  }

  private Document listed() {
    return collection.listIndexes().into(new ArrayList<>()).get(1);
  }

  private List<Object> found(String search) {
    return ids(new Document("$text", new Document("$search", search)));
  }

  @Test
  void theyAreListedWithAllThatTheyMean() {
    assertThat(collection.createIndex(json("{'b': 'text', 'a': 'text'}")))
        .isEqualTo("b_text_a_text");
    assertThat(listed())
        .isEqualTo(
            json(
                "{'v': 2, 'key': {'_fts': 'text', '_ftsx': 1}, 'name': 'b_text_a_text',"
                    + " 'weights': {'a': 1, 'b': 1}, 'default_language': 'english',"
                    + " 'language_override': 'language', 'textIndexVersion': 3}"));
  }

  @Test
  void theirOptionsAreKept() {
    collection.createIndex(
        json("{'x': 1, 'a': 'text', 'y': -1}"),
        new IndexOptions()
            .name("mine")
            .weights(json("{'a': 5, 'b.c': 99999}"))
            .defaultLanguage("de")
            .languageOverride("idioma")
            .textVersion(3)
            .sparse(true));
    assertThat(listed())
        .isEqualTo(
            json(
                "{'v': 2, 'key': {'x': 1, '_fts': 'text', '_ftsx': 1, 'y': -1}, 'name': 'mine',"
                    + " 'sparse': true, 'weights': {'a': 5, 'b.c': 99999}, 'default_language':"
                    + " 'de', 'language_override': 'idioma', 'textIndexVersion': 3}"));
    Document again = create(listed().toJson());
    assertThat(again.get("note")).isEqualTo("all indexes already exist");
  }

  @Test
  void aWildcardHoldsAllTexts() {
    collection.createIndex(json("{'$**': 'text'}"));
    assertThat(listed().get("weights")).isEqualTo(json("{'$**': 1}"));
    insert("{'_id': 1, 'a': {'b': ['green tea']}}", "{'_id': 2, 'c': 'tea'}", "{'_id': 3, 'n': 1}");
    assertThat(found("tea")).containsExactlyInAnyOrder(1, 2);
    assertThat(found("green")).containsExactly(1);
  }

  @Test
  void aCollectionHasOne() {
    collection.createIndex(json("{'a': 'text'}"));
    create("{'key': {'a': 'text'}, 'name': 'a_text'}");
    refused(85, () -> create("{'key': {'a': 'text'}, 'name': 'other'}"))
        .hasMessageContaining("Index already exists with a different name: a_text");
    refused(85, () -> create("{'key': {'b': 'text'}, 'name': 'b_text'}"));
    refused(85, () -> create("{'key': {'a': 'text'}, 'name': 'a_text', 'weights': {'a': 2}}"));
    refused(67, () -> create("{'key': {'x': 1, 'b': 'text'}, 'name': 'x_b'}"))
        .hasMessageContaining(
            "only one text index per collection allowed, found existing text index \"a_text\"");
    collection.dropIndex("a_text");
    create("{'key': {'x': 1, 'b': 'text'}, 'name': 'x_b'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'key': {'a': 'text'}, 'weights': {'a': 0}                 | (0,100000) but found: 0",
        "'key': {'a': 'text'}, 'weights': {'a': 100000}            | but found: 100000",
        "'key': {'a': 'text'}, 'weights': {'a': 'x'}               | needs numeric type",
        "'key': {'a': 'text'}, 'weights': {'': 1}                  | empty field",
        "'key': {'a': 'text'}, 'weights': {'a..b': 1}              | empty path component",
        "'key': {'a': 'text'}, 'weights': {'$a': 1}                | with $ prefix",
        "'key': {'a': 'text'}, 'weights': 5                        | must be an object",
        "'key': {'a': 'text'}, 'default_language': 'klingon'       | default_language is not valid",
        "'key': {'a': 'text'}, 'default_language': 1               | needs a string type",
        "'key': {'a': 'text'}, 'language_override': 1              | must be a string",
        "'key': {'a': 'text'}, 'language_override': 'a.b'          | override is not valid",
        "'key': {'a': 'text'}, 'language_override': ''             | override is not valid",
        "'key': {'a': 'text'}, 'textIndexVersion': 1               | bad textIndexVersion: 1",
        "'key': {'a': 'text'}, 'textIndexVersion': 'x'             | must be a number",
        "'key': {'a': 'text', 'b': 1, 'c': 'text'}                 | must all be adjacent",
        "'key': {'a': 'text', 'b': 2}                              | expected value 1 or -1",
        "'key': {'a': 'text', 'b': 'hashed'}                       | expected value 1 or -1",
        "'key': {'_fts': 'text'}                                   | expected _ftsx after _fts",
        "'key': {'_ftsx': 1, 'a': 'text'}                          | reserved fields",
        "'key': {'_ts': 'text'}                                    | '_ts'",
        "'key': {'a.$**': 'text'}                                  | illegal field name",
        "'key': {'': 'text'}                                       | empty field",
        "'key': {'a': 'text'}, 'unique': true                      | 'unique'",
        "'key': {'a': 'text'}, 'collation': {'locale': 'de'}       | does not support collation",
        "'key': {'a': 'text'}, 'expireAfterSeconds': 1             | TTL",
      })
  void badSpecificationsAreRefused(String spec, String reason) {
    refused(67, () -> create("{" + spec + ", 'name': 'n'}")).hasMessageContaining(reason);
    assertThat(collection.listIndexes()).hasSizeLessThan(2);
  }

  @Test
  void languagesOfDocumentsAreChecked() {
    collection.createIndex(json("{'a': 'text'}"));
    insert("{'_id': 1, 'a': 'x', 'language': 'none'}");
    refused(17262, () -> insert("{'_id': 2, 'a': 'x', 'language': 'klingon'}"))
        .hasMessageContaining("language override unsupported: klingon");
    refused(17261, () -> insert("{'_id': 2, 'a': 'x', 'language': 5}"));
    refused(17262, () -> collection.updateOne(json("{}"), json("{'$set': {'language': 'q'}}")));
    refused(17262, () -> collection.replaceOne(json("{}"), json("{'language': 'q'}")));
    assertThat(ids()).containsExactly(1);
    assertThat(collection.find().first())
        .isEqualTo(json("{'_id': 1, 'a': 'x', 'language': 'none'}"));
  }

  @Test
  void anIndexIsNotBuiltOverWhatItRefuses() {
    insert("{'_id': 1, 'a': 'x', 'language': 'klingon'}");
    refused(17262, () -> collection.createIndex(json("{'a': 'text'}")))
        .hasMessageContaining("Index build failed");
    assertThat(collection.listIndexes()).hasSize(1);
    collection.deleteOne(json("{}"));
    insert("{'_id': 2, 'a': 'x', 'p': [1]}");
    refused(201, () -> collection.createIndex(json("{'p': 1, 'a': 'text'}")))
        .hasMessageContaining("Field 'p' of text index contains an array");
    collection.createIndex(json("{'a': 'text'}"));
    assertThat(found("x")).containsExactly(2);
  }

  @Test
  void aDroppedIndexServesNoSearch() {
    refused(27, () -> found("x")).hasMessageContaining("text index required for $text query");
    insert("{'_id': 1, 'a': 'x'}");
    refused(27, () -> found("x"));
    collection.createIndex(json("{'a': 'text'}"));
    assertThat(found("x")).containsExactly(1);
    run("{'collMod': 'c', 'index': {'name': 'a_text', 'hidden': true}}");
    refused(27, () -> found("x"));
    run("{'collMod': 'c', 'index': {'name': 'a_text', 'hidden': false}}");
    assertThat(found("x")).containsExactly(1);
    collection.dropIndex("a_text");
    refused(27, () -> found("x"));
    insert("{'_id': 2, 'language': 'klingon'}");
  }

  @Test
  void aPartialIndexServesQueriesThatAskForNoMore() {
    collection.createIndex(
        json("{'a': 'text'}"),
        new IndexOptions().partialFilterExpression(json("{'n': {'$gt': 5}}")));
    insert(
        "{'_id': 1, 'a': 'tea', 'n': 1}",
        "{'_id': 2, 'a': 'tea', 'n': 9}",
        "{'_id': 3, 'language': 'klingon'}");
    assertThat(ids(json("{'n': {'$gt': 7}, '$text': {'$search': 'tea'}}"))).containsExactly(2);
    refused(291, () -> found("tea"));
  }

  @Test
  void aVeryLongWordIsFound() {
    collection.createIndex(json("{'a': 'text'}"));
    String word = "x".repeat(5000);
    insert("{'_id': 1, 'a': '" + word + "'}", "{'_id': 2, 'a': '" + word + "y'}");
    assertThat(found(word)).containsExactly(1);
    assertThat(found(word + "y")).containsExactly(2);
  }
}
