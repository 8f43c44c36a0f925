/**
 * One request as all layers see it: {@link dev.mayfly.mongo.call.CommandCall}, its client, and the
 * generic arguments. Commands, collections and cursors receive a call; {@code wire} implements it.
 */
package dev.mayfly.mongo.call;
