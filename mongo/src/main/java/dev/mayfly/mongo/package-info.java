/**
 * The MongoDB wire protocol: messages in {@code wire}, commands in {@code command}, the languages
 * (filters, updates, expressions, pipelines) in rooms of their names.
 */
package dev.mayfly.mongo;
