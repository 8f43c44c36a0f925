/**
 * Which index a query reads, and which of its keys. Nothing here reads; a plan only promises that
 * whatever matches is found by way of those keys, and whoever follows it still asks the filter.
 */
package dev.mayfly.mongo.plan;
