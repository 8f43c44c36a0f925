/** JSON at the border: texts to BSON and back. */
package dev.mayfly.cosmos.json;
