package dev.mayfly.mongo.aggregate;

/** A stage that writes what it gets and lets nothing out; it must be the last one. */
public interface WritingStage extends Stage {}
