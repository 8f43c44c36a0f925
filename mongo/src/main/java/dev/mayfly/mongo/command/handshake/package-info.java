/** How client and server come to know each other. */
package dev.mayfly.mongo.command.handshake;
