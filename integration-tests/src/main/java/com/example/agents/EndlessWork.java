// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents;

/** Asks one question after the other until it is killed; prints the number of each answer. */
public final class EndlessWork {
    private EndlessWork() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        var model = Models.chat();
        for (int i = 0; ; i++) {
            model.chat("question " + i);
            System.out.println("answer " + i);
            Thread.sleep(20);
        }
    }
}
