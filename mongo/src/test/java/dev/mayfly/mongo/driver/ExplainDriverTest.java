package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command would refuse is not explained either. */
class ExplainDriverTest extends CollectionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          14    | {find: 'c', filter: 1}
          14    | {find: 'c', sort: []}
          51024 | {find: 'c', limit: -1}
          40415 | {find: 'c', nothing: 1}
          9     | {find: 'c', hint: 1}
          14    | {aggregate: 'c', pipeline: 1, cursor: {}}
          14    | {aggregate: 'c', pipeline: [null], cursor: {}}
          40414 | {aggregate: 'c', cursor: {}}
          14    | {count: 'c', query: 'x'}
          40414 | {distinct: 'c'}
          40414 | {update: 'c'}
          16    | {update: 'c', updates: []}
          40414 | {update: 'c', updates: [{q: null, u: {}}]}
          9     | {update: 'c', updates: [{q: {}, u: {$nothing: {a: 1}}}]}
          40414 | {delete: 'c', deletes: [{q: {}}]}
          16    | {delete: 'c', deletes: [{q: {}, limit: 1}, {q: {}, limit: 1}]}
          9     | {findAndModify: 'c', query: {}}
          """)
  void whatIsWrongIsRefused(int code, String command) {
    insert("{'_id': 1}");

    refused(code, () -> runRaw("{explain: " + command + "}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2 | {find: 'c', filter: {a: {$gt: 1}}, comment: 'x'}
          1 | {find: 'c', filter: {a: {$gt: 1}}, sort: {a: 1}, limit: 1}
          2 | {aggregate: 'c', pipeline: [{$match: {a: {$gt: 1}}}], cursor: {}}
          1 | {count: 'c', query: {a: {$gt: 1}}, limit: -1}
          3 | {distinct: 'c', key: 'a'}
          1 | {update: 'c', updates: [{q: {a: {$gt: 1}}, u: {$set: {b: 1}}}]}
          2 | {update: 'c', updates: [{q: {a: {$gt: 1}}, u: {$set: {b: 1}}, multi: true}]}
          2 | {delete: 'c', deletes: [{q: {a: {$gt: 1}}, limit: 0}]}
          1 | {findAndModify: 'c', query: {a: {$gt: 1}}, remove: true}
          """)
  void whatItWouldReadIsTold(int returned, String command) {
    insert("{'_id': 1, 'a': 1}", "{'_id': 2, 'a': 2}", "{'_id': 3, 'a': 3}");

    assertThat(
            runRaw("{explain: " + command + "}")
                .getDocument("executionStats")
                .getNumber("nReturned")
                .intValue())
        .isEqualTo(returned);
  }

  @Test
  void theOrderInWhichDocumentsLieHasTwoDirections() {
    insert("{'_id': 1}");
    for (String wrong : new String[] {"0", "2", "'x'", "{}"}) {
      refused(2, () -> runRaw("{find: 'c', hint: {$natural: " + wrong + "}}"));
      refused(2, () -> runRaw("{find: 'c', sort: {$natural: " + wrong + "}}"));
    }
    refused(9, () -> runRaw("{find: 'c', sort: {$natural: 1}, hint: 5}"));
  }
}
