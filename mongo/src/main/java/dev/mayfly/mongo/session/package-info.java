/** Logical sessions: what a client's commands belong to across connections. */
package dev.mayfly.mongo.session;
