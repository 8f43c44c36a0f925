package dev.mayfly.mongo.wire;

/** The supported opcodes. */
final class Opcodes {
  static final int REPLY = 1;
  static final int QUERY = 2004;
  static final int COMPRESSED = 2012;
  static final int MSG = 2013;

  private Opcodes() {}
}
