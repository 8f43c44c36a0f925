/**
 * The oracle: a naive model of the TTL contract, and random histories that the engine and the model
 * both go through and must agree on after every step. The model may know what a key, a request and
 * a definition look like, and nothing of how the engine decides who is dead, counts or purges.
 */
package dev.mayfly.testkit.oracle;
