package dev.mayfly.cosmos.http;

/** A refusal in the service's own terms. An answer, not an accident: it has no stack trace. */
public final class CosmosException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final int subStatus;

  public CosmosException(int status, int subStatus, String message) {
    super(message, null, false, false);
    this.status = status;
    this.subStatus = subStatus;
  }

  public CosmosException(int status, String message) {
    this(status, 0, message);
  }

  public static CosmosException badRequest(String message) {
    return new CosmosException(400, message);
  }

  /** A refusal whose text the service wraps in a list of errors. */
  public static CosmosException errors(int status, int subStatus, String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return new CosmosException(status, subStatus, "Message: {\"Errors\":[\"" + escaped + "\"]}");
  }

  public static CosmosException notFound() {
    return new CosmosException(
        404,
        "Entity with the specified id does not exist in the system. More info:"
            + " https://aka.ms/cosmosdb-tsg-not-found");
  }

  /** The database or container itself is not there. */
  public static CosmosException resourceNotFound() {
    return errors(404, 0, "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found");
  }

  /** The parent of what was asked for is not there. */
  public static CosmosException ownerNotFound() {
    return errors(404, 1003, "Owner resource does not exist");
  }

  public static CosmosException conflict() {
    return errors(409, 0, "Resource with specified id, name, or unique index already exists.");
  }

  public static CosmosException preconditionFailed() {
    return errors(
        412,
        0,
        "Operation cannot be performed because one of the specified precondition is not met.");
  }

  /** A query over all partitions that does not say that it means them. */
  public static CosmosException crossPartitionDisabled() {
    return badRequest(
        "Cross partition query is required but disabled. Please set"
            + " x-ms-documentdb-query-enablecrosspartition to true, specify"
            + " x-ms-documentdb-partitionkey, or revise your query to avoid this exception.");
  }

  public static CosmosException methodNotAllowed(String method) {
    return new CosmosException(405, "The requested verb " + method + " is not supported here.");
  }

  public int status() {
    return status;
  }

  public int subStatus() {
    return subStatus;
  }
}
