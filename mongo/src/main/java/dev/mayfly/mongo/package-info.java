/** The MongoDB wire protocol. An empty room until its commands are built. */
package dev.mayfly.mongo;
