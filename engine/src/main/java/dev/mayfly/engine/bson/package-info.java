/**
 * BSON as bytes: item bodies are checked, searched, measured and turned into ordered keys without
 * building objects. Nothing here knows containers, time or storage, and no rule about a ttl's value
 * lives here.
 */
package dev.mayfly.engine.bson;
