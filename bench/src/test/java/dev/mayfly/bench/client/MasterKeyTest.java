package dev.mayfly.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MasterKeyTest {
  /** The example of the service's own documentation. */
  @Test
  void signsAsTheServiceDoes() {
    MasterKey key =
        new MasterKey(
            "dsZQi3KtZmCv1ljt3VNWNm7sQUF1y5rJfC6kv5JiwvW0EndXdDku/dkKBp8/ufDToSxLzR4y+O/0H/t4bQtVNw"
                + "==");
    String date = "Thu, 27 Apr 2017 00:51:12 GMT";
    String expected =
        "type%3Dmaster%26ver%3D1.0%26sig%3Dc09PEVJrgp2uQRkr934kFbTqhByc7TVr3OHyqlu%2Bc%2Bc%3D";
    assertThat(key.authorization("GET", "dbs", "dbs/ToDoList", date)).isEqualTo(expected);
    assertThat(key.authorization("GET", "dbs", "dbs/ToDoList", date)).isEqualTo(expected);
    assertThat(key.authorization("GET", "dbs", "dbs/todolist", date)).isNotEqualTo(expected);
  }
}
