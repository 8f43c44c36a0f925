/** Requests and answers: the port, its limits, headers and errors. Knows nothing of resources. */
package dev.mayfly.cosmos.http;
