/** Items: what is asked of them, how a write is decided, what a version's rows are, and reading. */
package dev.mayfly.engine.item;
