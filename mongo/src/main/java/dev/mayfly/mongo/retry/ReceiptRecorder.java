package dev.mayfly.mongo.retry;

import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.Receipt;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.mongo.call.StatementRecorder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.bson.BsonValue;

/** Attaches a receipt to each write of a retryable call, committed with it. */
final class ReceiptRecorder implements StatementRecorder {
  private final SessionWrites session;
  private final long number;
  private final IntUnaryOperator ids;
  private Function<WriteOutcome, Item> image;
  private int statement;

  /**
   * @param ids statement id by index
   */
  ReceiptRecorder(SessionWrites session, long number, IntUnaryOperator ids) {
    this.session = session;
    this.number = number;
    this.ids = ids;
  }

  @Override
  public void begin(int next) {
    statement = next;
  }

  @Override
  public void showing(Function<WriteOutcome, Item> shown) {
    image = shown;
  }

  @Override
  public WriteRequest of(WriteRequest request, BooleanSupplier modified) {
    int id = ids.applyAsInt(statement);
    return receipted(
        request, id, null, receipt -> receipt.statements().add(id, true, modified.getAsBoolean()));
  }

  @Override
  public WriteRequest upsert(WriteRequest request, BsonValue made) {
    int id = ids.applyAsInt(statement);
    return receipted(request, id, made, receipt -> receipt.statements().upserted(id, made));
  }

  @Override
  public WriteRequest inserts(int firstStatement, int count, WriteRequest last) {
    return receipted(
        last,
        ids.applyAsInt(firstStatement),
        null,
        receipt -> {
          for (int i = firstStatement; i < firstStatement + count; i++) {
            receipt.statements().add(ids.applyAsInt(i), true, false);
          }
        });
  }

  private WriteRequest receipted(
      WriteRequest request, int id, BsonValue upsertedId, Consumer<WriteReceipt> addition) {
    return new WriteRequest.Receipted(
        request,
        new Receipt(
            session.key(),
            outcome ->
                session.receipt(
                    number,
                    receipt -> {
                      addition.accept(receipt);
                      if (image != null) {
                        receipt.keep(
                            id, WriteReceipt.Image.of(outcome, image.apply(outcome), upsertedId));
                      }
                    })));
  }
}
