/** What a server tells about itself. */
package dev.mayfly.mongo.command.info;
