/** How soon after its deadline an expiry reaches who waits for it, beside Redis. */
package dev.mayfly.bench.events;
