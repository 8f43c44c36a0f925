/** The stages of pipelines, each in a file of its name. */
package dev.mayfly.mongo.aggregate.stage;
