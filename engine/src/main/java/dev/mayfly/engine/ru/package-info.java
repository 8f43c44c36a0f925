/**
 * Request units: what an operation costs, what a container may spend in a second, and what of that
 * is left for the purge.
 *
 * <p>Amounts are whole hundredths of a request unit ({@code centiRu}), so that sums are exact. A
 * charge depends on live items and logical terms only: never on a TTL, on dead items or on the
 * physical index. Budgets go by real time, never by the TTL clock. Nothing in here knows storage.
 */
package dev.mayfly.engine.ru;
