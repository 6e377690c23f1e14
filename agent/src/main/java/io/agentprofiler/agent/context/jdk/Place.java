// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.context.jdk;

/** Where in a method a call is put. None needs a new local variable or a stack map frame. */
enum Place {
    /** Before the first instruction. */
    ENTRY,
    /** Before each return. */
    RETURN,
    /** Before each call of another method. */
    CALL,
    /** Where a field of {@code this} is stored: what is to be stored is exchanged. */
    STORE,
    /** Where a field of {@code this} is read: what was read is exchanged. */
    READ
}
