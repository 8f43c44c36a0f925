/**
 * Geometry of the MongoDB API. {@link dev.mayfly.mongo.geo.GeoJson} and {@link
 * dev.mayfly.mongo.geo.LegacyShapes} parse what documents and queries hold, {@link
 * dev.mayfly.mongo.geo.GeoQuery} and {@link dev.mayfly.mongo.geo.NearQuery} are the operators, and
 * {@link dev.mayfly.mongo.geo.SphereKeys} and {@link dev.mayfly.mongo.geo.PlaneKeys} compute the
 * keys of 2dsphere and 2d indexes for the engine. Knows nothing of collections and plans. The S2
 * library is loaded when the first geometry is parsed.
 */
package dev.mayfly.mongo.geo;
