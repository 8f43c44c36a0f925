package dev.mayfly.server.expiry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.read.ReadLimits;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends expiry events to addresses, one for each container that has one: at least once, in order,
 * from where it ended before the server was stopped. The queue is the store, which keeps events for
 * as long as the container says; of each webhook one batch is in memory. One thread works for all,
 * while there are any.
 */
public final class Webhooks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);
  private static final long PERIOD_MILLIS = 20;
  private static final Duration CONNECT_TIME = Duration.ofSeconds(5);

  private final Engine engine;
  private final WebhookStore store;
  private final BooleanSupplier mayDeliver;
  private final Map<Integer, Delivery> deliveries = new ConcurrentHashMap<>();
  private ScheduledThreadPoolExecutor thread;
  private HttpClient client;
  private boolean closed;

  /**
   * What is known of a webhook.
   *
   * @param address null if there is none
   * @param error of the last attempt; null if it succeeded, or there was none
   */
  public record State(URI address, long deliveredEvents, long failedAttempts, String error) {}

  /**
   * @param mayDeliver whether events may be sent now: after a restore they wait as the purge does,
   *     for the copy of a store must not speak for it
   */
  public Webhooks(Engine engine, BooleanSupplier mayDeliver) {
    this.engine = requireNonNull(engine, "engine");
    this.store = new WebhookStore(engine);
    this.mayDeliver = requireNonNull(mayDeliver, "mayDeliver");
  }

  /** Continues what was configured before. */
  public synchronized void start() {
    for (Webhook webhook : store.all()) {
      Optional<Container> container = container(webhook.container());
      if (container.isPresent()) {
        deliver(webhook, container.get());
      } else {
        store.remove(webhook.container());
      }
    }
  }

  private Optional<Container> container(int number) {
    for (Database database : engine.databases()) {
      for (Container container : engine.containers(database.name())) {
        if (container.state().number() == number) {
          return Optional.of(container);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * From now on events of a container are sent there; another address takes over where the one
   * before ended.
   *
   * @throws EngineException if the container keeps no events, or there are too many webhooks
   */
  public synchronized void set(Container container, URI address, String secret) {
    int number = container.state().number();
    Delivery before = deliveries.get(number);
    if (before == null && deliveries.size() >= WebhookStore.WEBHOOKS_MAX) {
      throw new EngineException(
          ErrorCode.QUOTA_EXCEEDED,
          "There are "
              + WebhookStore.WEBHOOKS_MAX
              + " webhooks, which is the limit: remove one first.");
    }
    byte[] position =
        before != null
            ? before.webhook().position()
            : container.expiries(FeedStart.now(), new ReadLimits(1, 1, 1)).continuation();
    Webhook webhook = new Webhook(number, address, secret, position);
    store.put(webhook);
    deliver(webhook, container);
  }

  private void deliver(Webhook webhook, Container container) {
    if (closed) {
      return;
    }
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(CONNECT_TIME)
              .build();
      thread =
          new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("mayfly-webhooks", true));
      thread.scheduleWithFixedDelay(this::step, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }
    deliveries.put(webhook.container(), new Delivery(webhook, container, client, this::reached));
  }

  /** A place that was reached by a webhook that has meanwhile been removed is forgotten. */
  private synchronized void reached(Webhook webhook) {
    Delivery current = deliveries.get(webhook.container());
    if (current != null && current.webhook().address().equals(webhook.address())) {
      store.put(webhook);
    }
  }

  /** Ends it; false if there is none. */
  public synchronized boolean remove(Container container) {
    int number = container.state().number();
    Delivery delivery = deliveries.remove(number);
    store.remove(number);
    return delivery != null;
  }

  /** How many there are. */
  public int count() {
    return deliveries.size();
  }

  /** The one of a container, if it has one. */
  public Optional<State> find(Container container) {
    Delivery delivery = deliveries.get(container.state().number());
    if (delivery == null) {
      return Optional.empty();
    }
    Delivery.Status status = delivery.status();
    return Optional.of(
        new State(
            delivery.webhook().address(),
            status.deliveredEvents(),
            status.failedAttempts(),
            status.error()));
  }

  private void step() {
    if (!mayDeliver.getAsBoolean()) {
      return;
    }
    deliveries.forEach(
        (number, delivery) -> {
          try {
            if (delivery.isOfSomething()) {
              delivery.step();
            } else if (deliveries.remove(number, delivery)) {
              store.remove(number);
            }
          } catch (RuntimeException e) {
            LOG.warn("{} failed and is tried again", delivery.webhook(), e);
          }
        });
  }

  /** Ends all; what is not acknowledged is sent again after the next start. */
  @Override
  public void close() {
    ScheduledThreadPoolExecutor ended;
    synchronized (this) {
      closed = true;
      ended = thread;
    }
    if (ended != null) {
      ended.shutdownNow();
      try {
        ended.awaitTermination(5, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      deliveries.values().forEach(Delivery::cancel);
    }
  }
}
