/**
 * Projections of find and {@code $project}. A specification enters {@link
 * dev.mayfly.mongo.projection.Projection}, which then transforms documents.
 */
package dev.mayfly.mongo.projection;
