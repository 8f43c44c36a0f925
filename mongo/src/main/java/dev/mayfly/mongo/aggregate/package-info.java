/** Pipelines: documents flow through stages, each of which stands in a file of its name. */
package dev.mayfly.mongo.aggregate;
