/**
 * Aggregation stages, one class for each, and the parser and optimizer of pipelines. An array of
 * stage documents enters {@link dev.mayfly.mongo.aggregate.stage.Pipeline}, and a stream of
 * documents leaves it; collections are reached through {@link
 * dev.mayfly.mongo.aggregate.PipelineContext}. Start reading at {@code Pipeline}, then {@link
 * dev.mayfly.mongo.aggregate.stage.Stages}.
 */
package dev.mayfly.mongo.aggregate.stage;
