/**
 * Conversion between JSON and BSON. Items are read by {@link dev.mayfly.cosmos.json.ItemReader} and
 * written by {@link dev.mayfly.cosmos.json.JsonWriter} without object trees; metadata uses {@link
 * dev.mayfly.cosmos.json.Json}. Patches are parsed and applied here.
 */
package dev.mayfly.cosmos.json;
