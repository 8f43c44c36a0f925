package dev.mayfly.torture.ledger;

/** Something was found that must not be. */
public final class Violation extends RuntimeException {
  public Violation(String message) {
    super(message);
  }
}
