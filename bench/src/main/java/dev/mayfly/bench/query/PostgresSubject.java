package dev.mayfly.bench.query;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** PostgreSQL with the items in a column of jsonb, asked with prepared statements. */
final class PostgresSubject implements Subject {
  private static final int BATCH = 1000;

  /** Statements are prepared in the server when they are used first; inserts travel together. */
  private static final String URL =
      "jdbc:postgresql://127.0.0.1:%d/%s?user=%s&prepareThreshold=1&reWriteBatchedInserts=true";

  private final PostgresServer server;
  private final QueryItems items;

  PostgresSubject(PostgresServer server, QueryItems items) {
    this.server = server;
    this.items = items;
  }

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public QueryItems items() {
    return items;
  }

  @Override
  public double processorSeconds() throws IOException {
    return server.processorSeconds();
  }

  private Connection open() throws SQLException {
    return DriverManager.getConnection(
        URL.formatted(server.port(), PostgresServer.DATABASE, PostgresServer.USER));
  }

  /** Makes the table with all items and the indexes. */
  void load() throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE items (id text PRIMARY KEY, doc jsonb NOT NULL)");
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO items VALUES (?, ?::jsonb)")) {
        for (int i = 0; i < items.count(); i++) {
          insert.setString(1, QueryItems.id(i));
          insert.setString(2, items.json(i));
          insert.addBatch();
          if ((i + 1) % BATCH == 0 || i == items.count() - 1) {
            insert.executeBatch();
            connection.commit();
          }
        }
      }
      connection.setAutoCommit(true);
      statement.execute("CREATE INDEX ON items ((doc->>'customer'))");
      statement.execute("CREATE INDEX ON items (((doc->>'amount')::int))");
      statement.execute("VACUUM (ANALYZE) items");
      statement.execute("CHECKPOINT");
    }
  }

  /** Of the table and its indexes. */
  long bytesOnDisk() throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_total_relation_size('items')")) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public Session connect() throws SQLException {
    return new PostgresSession(open());
  }

  private static final class PostgresSession implements Session {
    private final Connection connection;
    private final Map<Question, PreparedStatement> prepared = new EnumMap<>(Question.class);

    PostgresSession(Connection connection) {
      this.connection = connection;
    }

    @Override
    public int ask(Question question, Object[] values) throws SQLException {
      try (ResultSet rows = rows(question, values)) {
        int results = 0;
        while (rows.next()) {
          if (rows.getBytes(1).length > 0) {
            results++;
          }
        }
        return results;
      }
    }

    @Override
    public List<BsonValue> results(Question question, Object[] values) throws SQLException {
      List<String> results = new ArrayList<>();
      try (ResultSet rows = rows(question, values)) {
        while (rows.next()) {
          results.add(rows.getString(1));
        }
      }
      return BsonArray.parse("[" + String.join(",", results) + "]").getValues();
    }

    private ResultSet rows(Question question, Object[] values) throws SQLException {
      PreparedStatement statement = prepared.get(question);
      if (statement == null) {
        statement = connection.prepareStatement(question.postgres());
        prepared.put(question, statement);
      }
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement.executeQuery();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
