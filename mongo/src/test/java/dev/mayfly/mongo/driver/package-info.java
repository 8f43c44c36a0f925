/** The real Java driver against a server. */
package dev.mayfly.mongo.driver;
