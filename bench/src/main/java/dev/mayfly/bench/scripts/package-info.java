/** User-defined functions in queries. Start with {@code ScriptsBench}. */
package dev.mayfly.bench.scripts;
