package dev.mayfly.engine;

import dev.mayfly.engine.item.SubmitMode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import java.util.List;
import java.util.function.BiConsumer;

/** How the writes to a container are carried out: each committed, or pending in a transaction. */
interface ContainerWrites {
  WriteOutcome write(WriteRequest request);

  List<WriteOutcome> batch(List<WriteRequest> requests);

  void submit(
      WriteRequest request, SubmitMode mode, BiConsumer<WriteOutcome, Throwable> completion);

  void submit(List<WriteRequest> requests, BiConsumer<List<WriteOutcome>, Throwable> completion);
}
