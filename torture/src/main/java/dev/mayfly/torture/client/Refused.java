package dev.mayfly.torture.client;

/** The server answered that it did nothing, because a unique value is taken. */
public final class Refused extends Exception {
  public Refused(Throwable cause) {
    super(cause);
  }
}
