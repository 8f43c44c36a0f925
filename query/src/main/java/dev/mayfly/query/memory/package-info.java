/**
 * Accounts of heap memory: one pool for all requests of a server, and an account for each request
 * that holds values of a size that counts.
 */
package dev.mayfly.query.memory;
