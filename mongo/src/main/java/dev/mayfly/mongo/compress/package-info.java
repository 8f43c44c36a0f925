/** Message compression: snappy, zlib and zstd. */
package dev.mayfly.mongo.compress;
