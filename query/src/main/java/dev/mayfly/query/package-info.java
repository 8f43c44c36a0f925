/**
 * What both query languages need to run a query: sets of index keys, index ranges and their cost, a
 * resumable cursor over items, and the memory of requests. It knows only the engine.
 */
package dev.mayfly.query;
