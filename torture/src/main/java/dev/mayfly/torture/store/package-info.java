/** Rounds on the engine in this process: its storage or its clock fails, and a model is exact. */
package dev.mayfly.torture.store;
