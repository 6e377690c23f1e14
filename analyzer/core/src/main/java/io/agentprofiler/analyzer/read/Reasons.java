// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.read;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;

/** Says in words why an I/O operation failed: the JDK's messages are often just a file name. */
public final class Reasons {
    private Reasons() {}

    /** Returns the reason in one line. */
    public static String of(Exception failure) {
        if (failure instanceof UncheckedIOException unchecked) {
            return of((Exception) unchecked.getCause());
        }
        if (failure instanceof AccessDeniedException denied) {
            return "no permission for " + denied.getFile();
        }
        if (failure instanceof NoSuchFileException missing) {
            return missing.getFile() + " does not exist";
        }
        if (failure instanceof FileSystemLoopException loop) {
            return "symbolic links in " + loop.getFile() + " lead back to it";
        }
        if (failure instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        if (failure instanceof IOException && failure.getMessage() != null) {
            return failure.getMessage();
        }
        return failure.toString();
    }
}
