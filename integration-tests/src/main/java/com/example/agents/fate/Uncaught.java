// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.fate;

import com.example.agents.Models;

/** Does not catch what the model throws: the JVM prints the trace and ends with 1. */
public final class Uncaught {
    private Uncaught() {}

    /** Runs the program. */
    public static void main(String[] args) {
        System.out.println(Models.chat().chat("Hello"));
    }
}
