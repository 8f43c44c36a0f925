/**
 * Foundations of aggregation pipelines: streams of documents, the interface of stages, memory
 * accounting, and direct access to fields of stored documents. The stages are in {@code
 * aggregate.stage}. Start reading at {@link dev.mayfly.mongo.aggregate.Stage} and {@link
 * dev.mayfly.mongo.aggregate.DocumentStream}.
 */
package dev.mayfly.mongo.aggregate;
