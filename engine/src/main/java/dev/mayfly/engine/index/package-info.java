/**
 * Path indexes: what they are defined to be, and which keys a body has in them. Knows nothing of
 * containers, items or time.
 */
package dev.mayfly.engine.index;
