/** Change feeds: latest versions, all versions and deletes, and expiry events at the deadline. */
package dev.mayfly.engine.feed;
