package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Admission.Admitted;
import dev.mayfly.cosmos.http.BodyBuffer;
import dev.mayfly.cosmos.http.Request;

/** The request of a connection that is arriving: its head, and what has come of its payload. */
final class IncomingFrame {
  private final RequestFrame frame;
  private final Request head;
  private final Admitted admitted;
  private final BodyBuffer body;
  private int missingBytes;

  /**
   * @param admitted null if it is answered already and its payload is skipped
   * @param body null if there is none, or it is skipped
   */
  IncomingFrame(RequestFrame frame, Request head, Admitted admitted, BodyBuffer body) {
    this.frame = requireNonNull(frame, "frame");
    this.head = requireNonNull(head, "head");
    this.admitted = admitted;
    this.body = body;
    this.missingBytes = frame.payloadBytes();
  }

  RequestFrame frame() {
    return frame;
  }

  Request head() {
    return head;
  }

  /** Who handles it; null if it is answered already. */
  Admitted admitted() {
    return admitted;
  }

  /** What has come of the payload; null if none is kept. From any thread. */
  BodyBuffer body() {
    return body;
  }

  /** Counts a part of the payload that has come. */
  void arrived(int bytes) {
    missingBytes -= bytes;
  }

  boolean isComplete() {
    return missingBytes == 0;
  }

  /** The whole request, once its payload has arrived. */
  Request whole() {
    return body == null ? head : head.withBody(body.toByteArray());
  }

  /** What the payload took of the budget. */
  int takenBytes() {
    return body == null ? 0 : body.taken();
  }
}
