// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared;

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

/**
 * Makes what nobody but its owner may read, in the words of the file system it comes to lie in: mode 0600 and 0700, or an
 * access control list with one entry. Where a file system knows neither, what is made is ordinary.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class OwnerOnly {
    private static final String POSIX = "posix";
    private static final String LISTS = "acl";
    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnly() {}

    /**
     * Makes an empty file.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something of that name
     * @throws IOException when it cannot be made
     */
    public static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, file(file));
        } catch (UnsupportedOperationException e) {
            // such a list can only be given to what is there; the file is empty until then
            Files.createFile(file);
            AccessControl.restrict(file);
        }
    }

    /**
     * Makes a directory.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is something of that name, be it a link
     * @throws IOException when it cannot be made
     */
    public static void createDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, directory(directory));
        } catch (UnsupportedOperationException e) {
            Files.createDirectory(directory);
            AccessControl.restrict(directory);
        }
    }

    /**
     * Makes a directory and those above it that are missing.
     *
     * @throws IOException when one cannot be made
     */
    public static void createDirectories(Path directory) throws IOException {
        try {
            Files.createDirectories(directory, directory(directory));
        } catch (UnsupportedOperationException e) {
            Files.createDirectories(directory);
            AccessControl.restrict(directory);
        }
    }

    /**
     * Gives what exists to its owner alone where the file system has access control lists: some take none for what is still to be
     * made.
     *
     * @throws IOException when that is not possible
     */
    public static void restrict(Path path) throws IOException {
        AccessControl.restrict(path);
    }

    /** Returns what makes a new file its owner's only, for calls that make one themselves. */
    public static FileAttribute<?>[] file(Path path) {
        return attributes(path, "rw-------", false);
    }

    private static FileAttribute<?>[] directory(Path path) {
        return attributes(path, "rwx------", true);
    }

    private static FileAttribute<?>[] attributes(Path path, String permissions, boolean directory) {
        Set<String> views = path.getFileSystem().supportedFileAttributeViews();
        if (views.contains(POSIX)) {
            return new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
            };
        }
        return views.contains(LISTS) ? AccessControl.attributes(path, directory) : NONE;
    }

    /**
     * Answers whether the owner of a directory tells whose it is. Not on Windows: what an administrator makes there belongs to
     * the group of administrators, or not, as the process was started.
     */
    public static boolean isOwnerPlain(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains(POSIX);
    }

    /** Answers whether files have an owner at all. */
    public static boolean hasOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("owner");
    }

    /**
     * Access control lists with one entry, for the owner; what is made in a directory inherits it. Loaded only where a file system
     * has such lists and no modes, as on Windows.
     */
    private static final class AccessControl {
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
}
