package dev.mayfly.engine.check;

import java.util.Map;
import java.util.Set;

/**
 * What the META table says of the whole store.
 *
 * @param lsnCeiling no LSN at or above it has been given out
 * @param clockSecond the highest second that the clock has shown
 * @param unreadable numbers of containers whose row is damaged: their rows cannot be judged
 */
record StoreFacts(
    long lsnCeiling,
    long clockSecond,
    Map<Integer, ContainerFacts> containers,
    Set<Integer> unreadable) {}
