package dev.mayfly.net.work;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A queue in which users take turns, and among the elements of a user its connections do. Not
 * thread safe.
 */
final class FairQueue<E> {
  private final Map<Object, OfUser<E>> users = new LinkedHashMap<>();
  private int size;

  private static final class OfUser<E> {
    final Map<ClientConnection, ArrayDeque<E>> connections = new LinkedHashMap<>();
  }

  void add(Requester from, E element) {
    users
        .computeIfAbsent(from.user(), user -> new OfUser<>())
        .connections
        .computeIfAbsent(from.connection(), connection -> new ArrayDeque<>(1))
        .add(element);
    size++;
  }

  /** The one whose turn it is; null if it is empty. */
  E poll() {
    Iterator<Map.Entry<Object, OfUser<E>>> first = users.entrySet().iterator();
    if (!first.hasNext()) {
      return null;
    }
    Map.Entry<Object, OfUser<E>> user = first.next();
    Map<ClientConnection, ArrayDeque<E>> connections = user.getValue().connections;
    Iterator<Map.Entry<ClientConnection, ArrayDeque<E>>> next = connections.entrySet().iterator();
    Map.Entry<ClientConnection, ArrayDeque<E>> connection = next.next();
    next.remove();
    first.remove();
    E element = connection.getValue().poll();
    if (!connection.getValue().isEmpty()) {
      connections.put(connection.getKey(), connection.getValue());
    }
    if (!connections.isEmpty()) {
      users.put(user.getKey(), user.getValue());
    }
    size--;
    return element;
  }

  /** Takes out all elements of a connection, whoever their users are. */
  void drainTo(ClientConnection connection, Consumer<E> taker) {
    Iterator<OfUser<E>> each = users.values().iterator();
    while (each.hasNext()) {
      OfUser<E> user = each.next();
      ArrayDeque<E> elements = user.connections.remove(connection);
      if (elements != null) {
        size -= elements.size();
        elements.forEach(taker);
        if (user.connections.isEmpty()) {
          each.remove();
        }
      }
    }
  }

  void drainTo(Consumer<E> taker) {
    for (E element = poll(); element != null; element = poll()) {
      taker.accept(element);
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }
}
