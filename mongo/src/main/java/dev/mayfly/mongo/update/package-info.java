/** Updates: how documents change. Each operator in a file of its name. */
package dev.mayfly.mongo.update;
