// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.plain;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Thinks once, and once more when the file of its argument is there; without one it is over after the first time. */
public final class TwoThoughts {
    private TwoThoughts() {}

    /** Does the work. */
    static String think() {
        return "thought";
    }

    /** Runs the program. */
    public static void main(String[] args) {
        System.out.println("first " + think());
        for (String file : args) {
            while (!Files.exists(Path.of(file))) {
                LockSupport.parkNanos(20_000_000);
            }
            System.out.println("second " + think());
        }
    }
}
