/**
 * Updates: operators, replacements and pipelines, one class for each operator. An update
 * specification enters {@link dev.mayfly.mongo.update.Update}, which then transforms documents.
 */
package dev.mayfly.mongo.update;
