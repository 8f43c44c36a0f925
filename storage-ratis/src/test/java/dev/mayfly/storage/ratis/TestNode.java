package dev.mayfly.storage.ratis;

import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.storage.ForwardingListener;
import java.nio.charset.StandardCharsets;

/** A replica, and the role it was given last. */
final class TestNode implements RoleListener {
  private final String id;
  private Replica replica;
  private volatile Storage leading;
  private volatile Storage following;
  private volatile Throwable stopped;
  private volatile long term;
  private volatile int decidedGroups;

  TestNode(String id) {
    this.id = id;
  }

  void start(ReplicaOptions options, LogTrimming trimming) {
    replica = Replica.start(options, this, trimming);
  }

  String id() {
    return id;
  }

  Replica replica() {
    return replica;
  }

  boolean isLeading() {
    return leading != null && replica.cluster().state().isLeader();
  }

  /** The storage of the term in which it leads, started with a listener that only counts. */
  Storage storage() {
    return leading;
  }

  Storage following() {
    return following;
  }

  Throwable stopped() {
    return stopped;
  }

  long term() {
    return term;
  }

  /** How many groups were decided whole, and submitted next. */
  int decidedGroups() {
    return decidedGroups;
  }

  @Override
  public void leading(Storage storage, long inTerm) {
    storage.start(new GroupCount());
    leading = storage;
    following = null;
    term = inTerm;
  }

  @Override
  public void following(Storage readOnlyStorage) {
    leading = null;
    following = readOnlyStorage;
  }

  @Override
  public void stopped(Throwable reason) {
    leading = null;
    following = null;
    stopped = reason;
  }

  void put(String key, String value) {
    put(leading, key, value);
  }

  static void put(Storage storage, String key, String value) {
    Decision<Void> decision =
        view -> {
          view.put(Table.ITEMS, bytes(key), bytes(value));
          return null;
        };
    storage.execute(decision);
  }

  String get(String key) {
    Storage storage = leading == null ? following : leading;
    byte[] value = storage.get(Table.ITEMS, bytes(key));
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Called by one thread at a time. */
  private final class GroupCount extends ForwardingListener {
    GroupCount() {
      super(GroupListener.NONE);
    }

    @Override
    public void end(WriteView view) {
      decidedGroups = decidedGroups + 1;
    }
  }
}
