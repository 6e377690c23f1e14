// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.advice;

/** What woven methods call; does nothing. */
public final class Hooks {
    private Hooks() {}

    public static Object enter() {
        return null;
    }

    public static void exit(Object token, Object result, Throwable failure) {}
}
