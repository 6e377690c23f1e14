// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Whether runs can be written below a directory, told without writing anything.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class TraceDirectory {
    /** A run needs this much at least to be worth the name. */
    private static final long LEAST_BYTES = 1 << 20;

    private TraceDirectory() {}

    /** Returns what is wrong with a directory, which need not exist yet; {@code null} when nothing is. */
    public static String problem(Path directory) {
        Path base = directory.toAbsolutePath().normalize();
        if (Files.isSymbolicLink(base)) {
            return base + " is a symbolic link";
        }
        if (Files.exists(base, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(base)) {
            return base + " is not a directory";
        }
        Path there = base;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (there == null) {
            return base + " does not exist, and neither does any directory above it";
        }
        if (!Files.isDirectory(there)) {
            return there + " is not a directory, so " + base + " cannot be made";
        }
        if (!Files.isWritable(there)) {
            return there + " cannot be written to by this user"
                    + (there.equals(base) ? "" : ", so " + base + " cannot be made");
        }
        try {
            long room = Files.getFileStore(there).getUsableSpace();
            return room < LEAST_BYTES ? "the disk of " + there + " is full: " + room + " bytes are left" : null;
        } catch (IOException e) {
            // unknown room is no reason to say anything
            return null;
        }
    }
}
