/**
 * Messages on connections: reads them, gives each command its turn, writes the replies. Knows no
 * command.
 */
package dev.mayfly.mongo.wire;
