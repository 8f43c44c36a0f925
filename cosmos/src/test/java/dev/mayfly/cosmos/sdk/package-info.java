/** The front end as users see it: through the real Java SDK, over HTTP and HTTPS. */
package dev.mayfly.cosmos.sdk;
