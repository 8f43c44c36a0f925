/**
 * MongoDB's protocol and commands. An engine and {@link dev.mayfly.mongo.MongoOptions} enter, a
 * running {@link dev.mayfly.mongo.MongoServer} leaves. Puts the packages below together: messages
 * in {@code wire}, commands in {@code command}, the languages (filters, updates, expressions,
 * pipelines) in packages of their names. Start reading at {@code MongoServer}, then {@code
 * Commands}.
 */
package dev.mayfly.mongo;
