package dev.mayfly.mongo.aggregate;

import static java.util.Objects.requireNonNull;

/** A stream over another stream, which it closes. */
public abstract class DerivedStream implements DocumentStream {
  protected final DocumentStream source;

  protected DerivedStream(DocumentStream source) {
    this.source = requireNonNull(source, "source");
  }

  @Override
  public void close() {
    source.close();
  }
}
