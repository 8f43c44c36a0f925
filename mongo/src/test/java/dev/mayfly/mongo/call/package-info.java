/** Tests of clients and calls. */
package dev.mayfly.mongo.call;
