/**
 * Logical sessions: ids, lifetime and limits. Start reading at {@link
 * dev.mayfly.mongo.session.Sessions}.
 */
package dev.mayfly.mongo.session;
