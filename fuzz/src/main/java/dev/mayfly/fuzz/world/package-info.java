/** What targets run against: real servers on storage in memory, and limits that are measured. */
package dev.mayfly.fuzz.world;
