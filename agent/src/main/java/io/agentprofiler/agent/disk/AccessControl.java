// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.disk;

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
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Access control lists with one entry, for the owner; what is made in a directory inherits it. Loaded only where a file system
 * has such lists and no modes, as on Windows.
 *
 * <p><b>Threading:</b> stateless.
 */
final class AccessControl {
    private static final FileAttribute<?>[] NONE = {};

    private AccessControl() {}

    /** Returns what gives a new file or directory its list; nothing where the user has no name, as on some network drives. */
    static FileAttribute<?>[] attributes(Path path, boolean directory) {
        try {
            UserPrincipal user = path.getFileSystem()
                    .getUserPrincipalLookupService()
                    .lookupPrincipalByName(System.getProperty("user.name"));
            return new FileAttribute<?>[] {new ListAttribute(List.of(everything(user, directory)))};
        } catch (IOException | UnsupportedOperationException e) {
            return NONE;
        }
    }

    /** Gives what exists its list. */
    static void restrict(Path path) throws IOException {
        AclFileAttributeView view =
                Files.getFileAttributeView(path, AclFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            view.setAcl(List.of(everything(view.getOwner(), Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))));
        }
    }

    private static AclEntry everything(UserPrincipal user, boolean directory) {
        Set<AclEntryFlag> flags = EnumSet.noneOf(AclEntryFlag.class);
        if (directory) {
            flags.add(AclEntryFlag.FILE_INHERIT);
            flags.add(AclEntryFlag.DIRECTORY_INHERIT);
        }
        return AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(user)
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .setFlags(flags)
                .build();
    }

    private record ListAttribute(List<AclEntry> value) implements FileAttribute<List<AclEntry>> {
        @Override
        public String name() {
            return "acl:acl";
        }
    }
}
