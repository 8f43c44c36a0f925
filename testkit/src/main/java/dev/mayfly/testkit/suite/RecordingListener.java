package dev.mayfly.testkit.suite;

import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.WriteView;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Writes down in which order a storage calls it, and may be given actions for begin and end. */
public final class RecordingListener implements GroupListener {
  private final List<String> events = new CopyOnWriteArrayList<>();
  private volatile Consumer<WriteView> atBegin = view -> {};
  private volatile Consumer<WriteView> atEnd = view -> {};

  public void atBegin(Consumer<WriteView> action) {
    atBegin = action;
  }

  public void atEnd(Consumer<WriteView> action) {
    atEnd = action;
  }

  /** Tests add what they do themselves, to see the order. */
  public void note(String event) {
    events.add(event);
  }

  public List<String> events() {
    return List.copyOf(events);
  }

  public void forget() {
    events.clear();
  }

  public long count(String event) {
    return events.stream().filter(event::equals).count();
  }

  @Override
  public void begin(WriteView view) {
    events.add("begin");
    atBegin.accept(view);
  }

  @Override
  public boolean mayGrow() {
    return true;
  }

  @Override
  public void end(WriteView view) {
    events.add("end");
    atEnd.accept(view);
  }

  @Override
  public void committed() {
    events.add("committed");
  }

  @Override
  public void abandoned() {
    events.add("abandoned");
  }
}
