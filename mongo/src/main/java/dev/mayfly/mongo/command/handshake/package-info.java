/** Connection handshake and authentication commands. */
package dev.mayfly.mongo.command.handshake;
