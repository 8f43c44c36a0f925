package dev.mayfly.mongo.error;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bson.BsonDocument;

/** An error with MongoDB's code, message, and further fields of the reply. */
public final class MongoException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int code;
  private final transient BsonDocument details;
  private final transient List<String> labels;
  private final boolean beforeExecution;

  public MongoException(int code, String message) {
    this(code, message, new BsonDocument(), List.of(), null, false);
  }

  public MongoException(int code, String message, Throwable cause) {
    this(code, message, new BsonDocument(), List.of(), cause, false);
  }

  private MongoException(
      int code,
      String message,
      BsonDocument details,
      List<String> labels,
      Throwable cause,
      boolean beforeExecution) {
    super(requireNonNull(message, "message"), cause);
    this.code = code;
    this.details = requireNonNull(details, "details");
    this.labels = List.copyOf(labels);
    this.beforeExecution = beforeExecution;
  }

  /** Adds fields to the reply, such as keyPattern and keyValue. */
  public MongoException with(BsonDocument moreDetails) {
    return new MongoException(code, getMessage(), moreDetails, labels, getCause(), beforeExecution);
  }

  /** Adds error labels, by which drivers decide whether to retry. */
  public MongoException labelled(String... moreLabels) {
    return new MongoException(
        code, getMessage(), details, List.of(moreLabels), getCause(), beforeExecution);
  }

  /** Prefixes the message with a context. */
  public MongoException in(String place) {
    return new MongoException(
        code, place + getMessage(), details, labels, getCause(), beforeExecution);
  }

  /** As an error that MongoDB finds when it optimizes, before anything is executed. */
  public MongoException asBeforeExecution(String place) {
    return new MongoException(code, place + getMessage(), details, labels, getCause(), true);
  }

  public boolean isBeforeExecution() {
    return beforeExecution;
  }

  public int code() {
    return code;
  }

  public String codeName() {
    return ErrorCodes.nameOf(code);
  }

  public BsonDocument details() {
    return details;
  }

  public List<String> labels() {
    return labels;
  }
}
