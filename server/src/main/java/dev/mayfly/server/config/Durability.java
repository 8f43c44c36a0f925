package dev.mayfly.server.config;

/** What an acknowledgement promises. */
public enum Durability {
  /** The write is synced to the medium. */
  SYNC,
  /** The write is with the operating system: it survives a killed process, not a power cut. */
  RELAXED
}
