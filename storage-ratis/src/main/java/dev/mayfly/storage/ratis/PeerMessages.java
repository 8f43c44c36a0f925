package dev.mayfly.storage.ratis;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.nio.ByteBuffer;

/** The messages between nodes that are not Raft's: a version, what is asked, and the rest. */
final class PeerMessages {
  static final int VERSION = 1;
  static final int PING = 1;
  static final int SNAPSHOT_OPEN = 2;
  static final int SNAPSHOT_READ = 3;
  static final int SNAPSHOT_CLOSE = 4;
  static final int CHECKSUMS = 5;

  private PeerMessages() {}

  static PeerBytes.Writer request(int what) {
    return new PeerBytes.Writer().putByte(VERSION).putByte(what);
  }

  /** Reads the version; what is asked comes next. */
  static PeerBytes.Reader open(ByteBuffer message) {
    PeerBytes.Reader in = new PeerBytes.Reader(message);
    int version = in.octet();
    if (version != VERSION) {
      throw new EngineException(
          ErrorCode.NEWER_FORMAT,
          "Another node sends messages of version "
              + version
              + "; this one knows "
              + VERSION
              + ". Upgrade all nodes to one version");
    }
    return in;
  }
}
