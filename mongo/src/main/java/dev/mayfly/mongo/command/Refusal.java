package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/** A command that is known and not done; it says why. */
public final class Refusal implements QuickCommand {
  private final int code;
  private final String text;

  public Refusal(int code, String text) {
    this.code = code;
    this.text = requireNonNull(text, "text");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    throw new MongoException(code, text);
  }
}
