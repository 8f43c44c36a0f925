package dev.mayfly.mongo.command;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import org.bson.BsonDocument;

/** A command whose answer does not depend on who asks what. */
public final class Answer implements QuickCommand {
  private final Supplier<BsonDocument> answer;

  public Answer(Supplier<BsonDocument> answer) {
    this.answer = requireNonNull(answer, "answer");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    return answer.get();
  }
}
