// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.path.root;

/** What becomes of a failure inside the application's accessors. */
public final class Failures {
    private Failures() {}

    /** Reports the failure and answers "absent". A JVM out of memory is not a path's to report: that passes through. */
    public static Object absent(PathRoots roots, String path, Throwable failure) {
        if (failure instanceof VirtualMachineError error && !(failure instanceof StackOverflowError)) {
            throw error;
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        roots.failed(path, failure);
        return null;
    }
}
