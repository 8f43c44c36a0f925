package dev.mayfly.server.admin;

import java.util.Map;
import org.bson.BsonDocument;

/**
 * The ports for data, as the page uses them: with the rights of whoever has signed in. All methods
 * may be called on any thread, and return when there is an answer.
 */
public interface DataApis {
  /**
   * An answer of the API of Azure Cosmos DB.
   *
   * @param body JSON, or empty
   */
  record Answer(int status, Map<String, String> headers, String body) {}

  /**
   * Where clients connect, for people: for each API that is served its address and, as far as
   * everybody knows it, its key.
   */
  Map<String, Object> addresses();

  /**
   * Answers a request in the terms of Azure Cosmos DB.
   *
   * @throws AdminException if that API is not served
   */
  Answer nosql(Grant who, String method, String path, Map<String, String> headers, byte[] body);

  /**
   * Runs a command of MongoDB.
   *
   * @return the reply, errors included
   * @throws AdminException if that API is not served, or not for this client
   */
  BsonDocument mongo(Grant who, String database, BsonDocument command);
}
