/**
 * Change streams: what is logged of a change, events made of the log, resume tokens, and the stream
 * that a cursor reads.
 */
package dev.mayfly.mongo.changestream;
