package dev.mayfly.scripts;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A message between the server and a process that runs scripts: a type and texts. */
record Frame(Type type, List<String> texts) {
  /** The first one of a process; the number changes with what frames mean. */
  static final Frame READY = of(Type.READY, "2");

  private static final int TEXTS_MAX = 70_000;
  private static final int BYTES_MAX = 16 << 20;

  /** What a message is about. */
  enum Type {
    /** From the process: it is ready. */
    READY,
    /** To the process: run a script. */
    RUN,
    /** From the process: the script asks something of its container. */
    CALL,
    /** To the process: what became of that. */
    ANSWER,
    /** To the process: the functions of a query. */
    FUNCTIONS,
    /** To the process: call one of them. */
    APPLY,
    /** To the process: call one of them several times. */
    APPLY_ALL,
    /** From the process: it is done. */
    DONE,
    /** From the process: it failed. */
    FAILED
  }

  Frame {
    texts = List.copyOf(texts);
  }

  static Frame of(Type type, String... texts) {
    return new Frame(type, List.of(texts));
  }

  String text(int index) {
    return texts.get(index);
  }

  void write(DataOutputStream out) throws IOException {
    out.writeByte(type.ordinal());
    out.writeInt(texts.size());
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    out.flush();
  }

  /**
   * Reads the next one.
   *
   * @throws EOFException at the end
   */
  static Frame read(DataInputStream in) throws IOException {
    int type = in.readUnsignedByte();
    int count = in.readInt();
    if (type >= Type.values().length || count < 0 || count > TEXTS_MAX) {
      throw new IOException("not a frame");
    }
    List<String> texts = new ArrayList<>(Math.min(count, 16));
    int bytesLeft = BYTES_MAX;
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      if (length < 0 || length > bytesLeft) {
        throw new IOException("a frame of more than " + BYTES_MAX + " bytes");
      }
      bytesLeft -= length;
      texts.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }
    return new Frame(Type.values()[type], texts);
  }
}
