// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Permissions of what the agent makes, where the file system has any. */
public final class Owner {
    private static final FileAttribute<?>[] NONE = {};

    private Owner() {}

    /** Returns the attribute that makes a new file or directory as private as {@code permissions} say. */
    public static FileAttribute<?>[] only(Path path, String permissions) {
        if (!isKnown(path)) {
            return NONE;
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }

    /** Answers whether files have an owner and permissions where {@code path} is. */
    static boolean isKnown(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
