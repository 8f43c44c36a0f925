package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A find that shows keys and record ids. */
class RecordFormDriverTest extends CollectionTest {
  @BeforeEach
  void someDocuments() {
    insert("{'_id': 3, 'a': {'b': 1}, 'c': [7, 8]}", "{'_id': 2, 'a': {'b': 2}}", "{'_id': 1}");
    collection.createIndex(json("{'a.b': 1, 'c': -1}"));
  }

  private List<Long> recordIds() {
    return collection
        .find()
        .showRecordId(true)
        .map(each -> each.getLong("$recordId"))
        .into(new ArrayList<>());
  }

  @Test
  void aRecordIdStaysForLife() {
    List<Long> before = recordIds();
    assertThat(new HashSet<>(before)).hasSize(3);
    collection.updateMany(new Document(), json("{'$set': {'x': 1}}"));

    assertThat(recordIds()).isEqualTo(before);
    assertThat(collection.find(json("{'_id': 2}")).showRecordId(true).first())
        .isEqualTo(json("{'_id': 2, 'a': {'b': 2}, 'x': 1}").append("$recordId", before.get(1)));
    assertThat(
            collection
                .find()
                .sort(json("{'_id': -1}"))
                .projection(json("{'_id': 1}"))
                .showRecordId(true)
                .first())
        .isEqualTo(json("{'_id': 3}").append("$recordId", before.get(2)));
  }

  @Test
  void aKeyIsThatOfTheIndex() {
    assertThat(collection.find(json("{'_id': 2}")).returnKey(true).first())
        .isEqualTo(json("{'_id': 2}"));
    assertThat(collection.find().hint(json("{'a.b': 1, 'c': -1}")).returnKey(true))
        .containsExactlyInAnyOrder(
            json("{'a.b': null, 'c': null}"),
            json("{'a.b': 2, 'c': null}"),
            json("{'a.b': 1, 'c': 7}"));
    assertThat(collection.find(json("{'x': null}")).returnKey(true))
        .containsExactly(new Document(), new Document(), new Document());
  }
}
