/**
 * The record, outside the server, of what was asked of it and what it acknowledged, and the
 * comparison of that record with what the server shows. Knows nothing of drivers.
 */
package dev.mayfly.torture.ledger;
