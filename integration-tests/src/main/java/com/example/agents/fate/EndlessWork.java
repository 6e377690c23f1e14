// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.fate;

import com.example.agents.Models;

/** Asks one question after the other until it is killed; prints the number and the time of each answer. */
public final class EndlessWork {
    private EndlessWork() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        var model = Models.chat();
        for (int i = 0; ; i++) {
            model.chat("question " + i);
            System.out.println("answer " + i + " at " + System.currentTimeMillis());
            Thread.sleep(20);
        }
    }
}
