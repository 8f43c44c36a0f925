/** Databases and containers: what is defined, how it is kept, and how a change takes force. */
package dev.mayfly.engine.catalog;
