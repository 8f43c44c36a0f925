/** Time as a parameter: the clock that TTL goes by, and the real time that budgets go by. */
package dev.mayfly.engine.clock;
