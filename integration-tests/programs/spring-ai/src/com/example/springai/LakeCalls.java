// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Calls a tool of another process by both clients of the Model Context Protocol. */
public final class LakeCalls {
    private LakeCalls() {}

    /** Runs the program. */
    public static void main(String[] args) {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        try (Lake lake = new Lake()) {
            System.out.println(lake.depth() + ", " + lake.depthLater());
        }
    }
}
