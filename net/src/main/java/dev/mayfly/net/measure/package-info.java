/**
 * How long the requests of all front ends take and how they end, for metrics and for the log of
 * slow operations. Front ends report each request to {@code OperationMeter}; the server reads it.
 */
package dev.mayfly.net.measure;
