// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.nested;

/**
 * The shape the MooBench benchmark made usual: a method that calls itself and does nothing else, so that all that is
 * measured is what an agent adds to a call.
 */
public final class Nested {
    private Nested() {}

    /** Calls itself until {@code depth} is 1. */
    public static int call(int depth) {
        return depth == 1 ? 1 : call(depth - 1) + 1;
    }
}
