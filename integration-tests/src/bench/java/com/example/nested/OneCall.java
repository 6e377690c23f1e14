// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.nested;

/** Calls the traced method once. */
public final class OneCall {
    private OneCall() {}

    public static void main(String[] args) {
        System.out.println(Nested.call(1));
    }
}
