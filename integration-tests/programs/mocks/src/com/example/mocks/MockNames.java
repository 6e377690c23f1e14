// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.mocks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** The names of the classes that the libraries made for their mocks. They mean nothing, and should turn up nowhere. */
final class MockNames {
    private static final Set<String> NAMES = new ConcurrentSkipListSet<>();

    private MockNames() {}

    static <T> T add(T mock) {
        NAMES.add(mock.getClass().getName());
        return mock;
    }

    static void write(Path file) throws IOException {
        Files.write(file, NAMES);
    }
}
