/**
 * The TTL rule, in one place: what a ttl is, when an item is dead, and how death survives a change
 * of policy. Pure functions of stored values and an instant; no storage, no clock.
 */
package dev.mayfly.engine.ttl;
