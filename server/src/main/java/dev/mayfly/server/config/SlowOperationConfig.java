package dev.mayfly.server.config;

/**
 * Which requests are logged as slow.
 *
 * @param millis from this time on; 0 = never because of it
 * @param requestUnits from this charge on; 0 = never because of it
 */
public record SlowOperationConfig(long millis, long requestUnits) {}
