package dev.mayfly.mongo.aggregate;

/** A stage that produces documents without input; it must be the first one. */
public interface SourceStage extends Stage {}
