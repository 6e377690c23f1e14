// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.segment.run;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** File systems in memory that keep the rules of a real one: names, separators, case, permissions. */
public enum MemorySystem {
    LINUX(Configuration.unix().toBuilder().setAttributeViews("basic", "owner", "posix", "unix"), "/work"),
    MACOS(Configuration.osX().toBuilder().setAttributeViews("basic", "owner", "posix", "unix"), "/Users/me/my work"),
    WINDOWS(
            Configuration.windows().toBuilder().setAttributeViews("basic", "owner", "dos", "acl"),
            "C:\\Users\\me\\my work");

    private final Configuration.Builder configuration;
    private final String home;

    MemorySystem(Configuration.Builder configuration, String home) {
        this.configuration = configuration;
        this.home = home;
    }

    /** Returns a directory on a new, empty file system of this kind. */
    public Path open() {
        FileSystem system = Jimfs.newFileSystem(configuration.build());
        try {
            return Files.createDirectories(system.getPath(home));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns who may do what with a file, in this system's words. */
    public String access(Path path) throws IOException {
        if (this != WINDOWS) {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        }
        List<AclEntry> list =
                Files.getFileAttributeView(path, AclFileAttributeView.class).getAcl();
        return list.stream()
                .map(entry -> entry.type() + " " + entry.principal().getName() + " "
                        + entry.permissions().size() + " " + new TreeSet<>(entry.flags()))
                .collect(Collectors.joining("; "));
    }

    /** Returns what {@link #access} says of a file that is its owner's only. */
    public String privateFile() {
        return this == WINDOWS ? "ALLOW user 14 []" : "rw-------";
    }

    /** Returns what {@link #access} says of a directory that is its owner's only. */
    public String privateDirectory() {
        return this == WINDOWS ? "ALLOW user 14 [FILE_INHERIT, DIRECTORY_INHERIT]" : "rwx------";
    }
}
