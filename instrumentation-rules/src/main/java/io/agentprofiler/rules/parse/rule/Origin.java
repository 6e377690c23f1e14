// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

/** Where a rule file comes from. */
public enum Origin {
    /** Ships with the agent: signatures are complete, {@code packages} is written out, shape is {@code call} unless given. */
    BUNDLED,
    /** Written by a user: signatures may be shortened, {@code packages} left out, shape is {@code auto} unless given. */
    USER
}
