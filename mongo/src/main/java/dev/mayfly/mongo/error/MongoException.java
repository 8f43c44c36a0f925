package dev.mayfly.mongo.error;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bson.BsonDocument;

/** A failure in MongoDB's terms: a code, a text, and what else the reply carries. */
public final class MongoException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int code;
  private final transient BsonDocument details;
  private final transient List<String> labels;

  public MongoException(int code, String message) {
    this(code, message, new BsonDocument(), List.of(), null);
  }

  public MongoException(int code, String message, Throwable cause) {
    this(code, message, new BsonDocument(), List.of(), cause);
  }

  private MongoException(
      int code, String message, BsonDocument details, List<String> labels, Throwable cause) {
    super(requireNonNull(message, "message"), cause);
    this.code = code;
    this.details = requireNonNull(details, "details");
    this.labels = List.copyOf(labels);
  }

  /** The same with further fields for the reply, such as keyPattern and keyValue. */
  public MongoException with(BsonDocument moreDetails) {
    return new MongoException(code, getMessage(), moreDetails, labels, getCause());
  }

  /** The same with error labels, by which drivers decide whether to try again. */
  public MongoException labelled(String... moreLabels) {
    return new MongoException(code, getMessage(), details, List.of(moreLabels), getCause());
  }

  /** The same with where it happened before the text. */
  public MongoException in(String place) {
    return new MongoException(code, place + getMessage(), details, labels, getCause());
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
