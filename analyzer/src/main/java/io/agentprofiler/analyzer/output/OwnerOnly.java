// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.output;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The attribute that makes a new file its owner's only, in the words of the file system it comes to lie in. */
final class OwnerOnly {
    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnly() {}

    static FileAttribute<?>[] file(Path path) {
        return of(path, "rw-------");
    }

    static FileAttribute<?>[] directory(Path path) {
        return of(path, "rwx------");
    }

    private static FileAttribute<?>[] of(Path path, String permissions) {
        Set<String> views = path.getFileSystem().supportedFileAttributeViews();
        if (views.contains("posix")) {
            return new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
            };
        }
        return views.contains("acl") ? accessControl(path) : NONE;
    }

    private static FileAttribute<?>[] accessControl(Path path) {
        try {
            AclEntry everything = AclEntry.newBuilder()
                    .setType(AclEntryType.ALLOW)
                    .setPrincipal(path.getFileSystem()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByName(System.getProperty("user.name")))
                    .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                    .build();
            return new FileAttribute<?>[] {new AccessControl(List.of(everything))};
        } catch (IOException | UnsupportedOperationException e) {
            // the user has no name there, as with some network file systems: a report is better than none
            return NONE;
        }
    }

    private record AccessControl(List<AclEntry> value) implements FileAttribute<List<AclEntry>> {
        @Override
        public String name() {
            return "acl:acl";
        }
    }
}
