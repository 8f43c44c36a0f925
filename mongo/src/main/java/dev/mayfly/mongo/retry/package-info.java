/**
 * Retryable writes: what each session has written last, so that a repeated statement is answered
 * and not executed again. Start with {@link dev.mayfly.mongo.retry.RetryableWrites}.
 */
package dev.mayfly.mongo.retry;
