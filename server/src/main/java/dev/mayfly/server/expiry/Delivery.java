package dev.mayfly.server.expiry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.json.JsonWriter;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.read.ReadLimits;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Sends the events of one container, a batch at a time: the next one is read when the receiver has
 * taken the one before, so that they arrive in order and only one is held. What is not taken is
 * sent again, at growing intervals. Steps are taken by one thread.
 */
final class Delivery {
  /** Of a batch; a single event may be larger. */
  private static final ReadLimits BATCH = new ReadLimits(100, 256 << 10, 5000);

  private static final Duration ANSWER_TIME = Duration.ofSeconds(10);
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long UNREADABLE_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int DOUBLINGS_MAX = 7;

  private final Container container;
  private final HttpClient client;
  private final Consumer<Webhook> kept;
  private volatile Webhook webhook;
  private volatile Status status;
  private boolean dropped;
  private ExpiryReader reader;
  private Batch batch;
  private CompletableFuture<HttpResponse<Void>> exchange;
  private CompletableFuture<HttpResponse<Void>> answer;
  private int attempts;
  private long nextNanos;

  private record Batch(byte[] body, int events, byte[] position) {}

  /**
   * How it goes.
   *
   * @param deliveredEvents since the server started or the address was set
   * @param failedAttempts likewise
   * @param error of the last attempt; null if it succeeded, or there was none
   */
  record Status(long deliveredEvents, long failedAttempts, String error) {}

  /**
   * @param kept writes down a place that was reached
   */
  Delivery(Webhook webhook, Container container, HttpClient client, Consumer<Webhook> kept) {
    this.webhook = requireNonNull(webhook, "webhook");
    this.container = requireNonNull(container, "container");
    this.client = requireNonNull(client, "client");
    this.kept = requireNonNull(kept, "kept");
    this.status = new Status(0, 0, null);
    this.nextNanos = System.nanoTime();
  }

  Webhook webhook() {
    return webhook;
  }

  Status status() {
    return status;
  }

  /** Whether the container still exists. */
  boolean isOfSomething() {
    return !dropped;
  }

  /** Does what can be done without waiting. */
  void step() {
    if (answer != null) {
      if (!answer.isDone()) {
        return;
      }
      finish();
    }
    if (System.nanoTime() - nextNanos < 0) {
      return;
    }
    if (batch == null) {
      batch = read();
    }
    if (batch != null) {
      send();
    }
  }

  private Batch read() {
    try {
      if (reader == null) {
        reader = new ExpiryReader(container, FeedStart.after(webhook.position()), BATCH);
      }
      ExpiryReader.Events events = reader.next();
      return events.isEmpty() ? null : batch(events);
    } catch (EngineException e) {
      // If events are off it is looked at again in a while: they may be switched on.
      reader = null;
      dropped = e.code() == ErrorCode.CONTAINER_NOT_FOUND;
      nextNanos = System.nanoTime() + UNREADABLE_PAUSE_NANOS;
      status = new Status(status.deliveredEvents(), status.failedAttempts(), e.getMessage());
      return null;
    }
  }

  private Batch batch(ExpiryReader.Events events) {
    JsonWriter json = new JsonWriter(1024);
    json.raw("{\"database\":").string(container.database());
    json.raw(",\"container\":").string(container.name());
    if (events.gap() != null) {
      json.raw(",\"gap\":{\"error\":").string(events.gap()).raw("}");
    }
    json.raw(",\"events\":[");
    String separator = "";
    byte[] position = webhook.position();
    for (ChangeFeed.Expiry expiry : events.list()) {
      json.raw(separator).raw("{\"resumeId\":").string(ExpiryJson.resumeId(expiry));
      json.raw(",");
      ExpiryJson.members(container.definition(), expiry, json);
      json.raw("}");
      separator = ",";
      position = expiry.continuation();
    }
    json.raw("]}");
    return new Batch(json.toByteArray(), events.list().size(), position);
  }

  private void send() {
    attempts++;
    long epochSecond = System.currentTimeMillis() / 1000;
    HttpRequest request =
        HttpRequest.newBuilder(webhook.address())
            .timeout(ANSWER_TIME)
            .header("Content-Type", "application/json")
            .header("User-Agent", "Mayfly")
            .header("X-Mayfly-Attempt", Integer.toString(attempts))
            .header(Signature.HEADER, Signature.of(webhook.secret(), epochSecond, batch.body()))
            .POST(BodyPublishers.ofByteArray(batch.body()))
            .build();
    exchange = client.sendAsync(request, BodyHandlers.discarding());
    // The time limit of the request ends with the head of its answer; a body may be endless.
    answer = exchange.copy().orTimeout(2 * ANSWER_TIME.toSeconds(), TimeUnit.SECONDS);
  }

  private void finish() {
    String error = null;
    try {
      int code = answer.join().statusCode();
      // A redirect is not followed: events go to the address that was configured, or nowhere.
      error = code / 100 == 2 ? null : "the receiver answered " + code;
    } catch (RuntimeException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      error = "the receiver can't be reached: " + cause;
      exchange.cancel(true);
    }
    answer = null;
    if (error != null) {
      status = new Status(status.deliveredEvents(), status.failedAttempts() + 1, error);
      long pause = FIRST_PAUSE_NANOS << Math.min(attempts - 1, DOUBLINGS_MAX);
      nextNanos = System.nanoTime() + Math.min(pause, LONGEST_PAUSE_NANOS);
      return;
    }
    Webhook reached = webhook.at(batch.position());
    // If this fails the batch is sent once more: at least once.
    kept.accept(reached);
    webhook = reached;
    status = new Status(status.deliveredEvents() + batch.events(), status.failedAttempts(), null);
    batch = null;
    attempts = 0;
  }

  void cancel() {
    if (exchange != null) {
      exchange.cancel(true);
    }
  }
}
