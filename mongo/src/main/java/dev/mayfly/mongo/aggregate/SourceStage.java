package dev.mayfly.mongo.aggregate;

/** A stage that makes its documents itself and ignores its source; it must be the first one. */
public interface SourceStage extends Stage {}
