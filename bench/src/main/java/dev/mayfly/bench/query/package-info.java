/**
 * Queries through the Cosmos endpoint beside the same questions to PostgreSQL, which keeps the same
 * items as {@code jsonb} with indexes on the same paths.
 */
package dev.mayfly.bench.query;
