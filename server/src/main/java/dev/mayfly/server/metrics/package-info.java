/**
 * What the server measures, in Prometheus' words. Reads the open store through {@link
 * dev.mayfly.server.metrics.MetricsSource} each time someone asks; keeps no state of its own.
 */
package dev.mayfly.server.metrics;
