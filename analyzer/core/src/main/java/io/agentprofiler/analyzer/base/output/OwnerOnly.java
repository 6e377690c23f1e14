// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The attribute that makes a new file its owner's only, in the words of the file system it comes to lie in. */
final class OwnerOnly {
    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnly() {}

    static FileAttribute<?>[] file(Path path) {
        return of(path, "rw-------", false);
    }

    static FileAttribute<?>[] directory(Path path) {
        return of(path, "rwx------", true);
    }

    private static FileAttribute<?>[] of(Path path, String permissions, boolean directory) {
        Set<String> views = path.getFileSystem().supportedFileAttributeViews();
        if (views.contains("posix")) {
            return new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
            };
        }
        return views.contains("acl") ? accessControl(path, directory) : NONE;
    }

    private static FileAttribute<?>[] accessControl(Path path, boolean directory) {
        try {
            UserPrincipal user = path.getFileSystem()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName(System.getProperty("user.name"));
            return new FileAttribute<?>[] {new AccessControl(List.of(everything(user, directory)))};
        } catch (IOException | UnsupportedOperationException e) {
            // the user has no name there, as with some network file systems: a report is better than none
            return NONE;
        }
    }

    /** Gives an access control list to what exists, where a file system takes none for what does not. */
    static void restrict(Path path) throws IOException {
        AclFileAttributeView view =
                Files.getFileAttributeView(path, AclFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            view.setAcl(List.of(everything(view.getOwner(), Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))));
        }
    }

    /** What is made in a directory inherits its list. */
    private static AclEntry everything(UserPrincipal user, boolean directory) {
        Set<AclEntryFlag> flags = directory
                ? EnumSet.of(AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT)
                : EnumSet.noneOf(AclEntryFlag.class);
        return AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(user)
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .setFlags(flags)
                .build();
    }

    private record AccessControl(List<AclEntry> value) implements FileAttribute<List<AclEntry>> {
        @Override
        public String name() {
            return "acl:acl";
        }
    }
}
