/**
 * The command layer: interface and table of commands, dispatch, authorization, argument parsing,
 * read and write concerns. Commands are in the subpackages by kind. A {@link
 * dev.mayfly.mongo.call.RunningOperation} enters {@link dev.mayfly.mongo.command.Dispatcher}, which
 * is where to start reading.
 */
package dev.mayfly.mongo.command;
