/**
 * Authentication and authorization. A request's head enters an {@link
 * dev.mayfly.cosmos.auth.Authorizer}, a {@link dev.mayfly.cosmos.auth.Caller} leaves or the request
 * is refused. {@code KeyAuthorizer} verifies signatures by account keys and resource tokens; {@code
 * RouteAccess} and {@code TokenScope} decide what each may do.
 */
package dev.mayfly.cosmos.auth;
