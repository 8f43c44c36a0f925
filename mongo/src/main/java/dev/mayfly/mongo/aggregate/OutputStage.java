package dev.mayfly.mongo.aggregate;

/** A stage that writes its input to a collection and has no output; it must be the last one. */
public interface OutputStage extends Stage {}
