package dev.mayfly.server.admin;

/** Answers one kind of request. May throw {@link AdminException} or an engine's exception. */
@FunctionalInterface
interface Route {
  AdminResponse answer(AdminRequest request);
}
