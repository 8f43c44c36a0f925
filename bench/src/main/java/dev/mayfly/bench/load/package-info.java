/** Load on a server and what it costs that server: rounds, warm-up and comparison. */
package dev.mayfly.bench.load;
