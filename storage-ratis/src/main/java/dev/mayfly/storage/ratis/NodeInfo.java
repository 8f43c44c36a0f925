package dev.mayfly.storage.ratis;

import dev.mayfly.engine.cluster.ClientAddresses;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a node has said about itself, as all nodes keep it.
 *
 * @param directoryId of its data directory: a node id belongs to one directory for ever
 * @param starts how often the directory was opened: a copy that is older has fewer
 */
record NodeInfo(String id, long directoryId, long starts, ClientAddresses clients) {
  private static final byte PREFIX = 'n';

  /** The rows of nodes begin with this. */
  static byte prefix() {
    return PREFIX;
  }

  static byte[] key(String id) {
    return new PeerBytes.Writer().putByte(PREFIX).putRaw(id).bytes();
  }

  byte[] encode() {
    PeerBytes.Writer out = new PeerBytes.Writer().putText(id).putLong(directoryId).putLong(starts);
    put(out, clients.cosmos());
    put(out, clients.direct());
    put(out, clients.mongo());
    put(out, clients.admin());
    return out.bytes();
  }

  private static void put(PeerBytes.Writer out, Optional<String> address) {
    out.putText(address.orElse(""));
  }

  static NodeInfo decode(byte[] bytes) {
    return decode(ByteBuffer.wrap(bytes));
  }

  static NodeInfo decode(ByteBuffer bytes) {
    PeerBytes.Reader in = new PeerBytes.Reader(bytes);
    return new NodeInfo(
        in.text(),
        in.number(),
        in.number(),
        new ClientAddresses(address(in), address(in), address(in), address(in)));
  }

  private static Optional<String> address(PeerBytes.Reader in) {
    String text = in.text();
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
