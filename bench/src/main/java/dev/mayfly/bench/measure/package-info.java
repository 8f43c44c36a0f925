/** What all benchmarks use: rounds, statistics, figures with their goals, scratch directories. */
package dev.mayfly.bench.measure;
