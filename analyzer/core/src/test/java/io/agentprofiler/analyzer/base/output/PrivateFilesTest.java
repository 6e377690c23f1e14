// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.base.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
    @TempDir
    private Path directory;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private void assumePosix() {
        assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
    }

    private static void write(Path path, String text) throws IOException {
        PrivateFiles.write(path, stream -> stream.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    @Test
    void shouldBeTheOwnersOnlyFromTheFirstByteOn() throws IOException {
        assumePosix();
        Path file = directory.resolve("a.json");

        PrivateFiles.write(file, stream -> {
            stream.write('x');
            assertThat(file).doesNotExist();
            assertThat(mode(PrivateFiles.hidden(file, "part"))).isEqualTo("rw-------");
        });

        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(file).hasContent("x");
        assertThat(directory.toFile().list()).containsExactly("a.json");
    }

    @Test
    void shouldNotKeepTheModeOfAFileItReplaces() throws IOException {
        assumePosix();
        Path file = Files.writeString(directory.resolve("a.json"), "old");
        Path part = Files.writeString(PrivateFiles.hidden(file, "part"), "left by a kill");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-rw-rw-"));

        write(file, "new");

        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(file).hasContent("new");
        assertThat(part).doesNotExist();
    }

    @Test
    void shouldReplaceALinkInsteadOfFollowingIt() throws IOException {
        assumePosix();
        Path victim = Files.writeString(directory.resolve("victim"), "kept");
        Path file = Files.createSymbolicLink(directory.resolve("a.json"), victim);
        Files.createSymbolicLink(PrivateFiles.hidden(file, "part"), victim);

        write(file, "new");

        assertThat(victim).hasContent("kept");
        assertThat(file).hasContent("new");
        assertThat(Files.isSymbolicLink(file)).isFalse();
    }

    @Test
    void shouldLeaveNothingOfAFileThatFails() throws IOException {
        Path file = directory.resolve("a.json");
        write(file, "old");

        assertThatThrownBy(() -> PrivateFiles.write(file, stream -> {
                    stream.write('n');
                    throw new IOException("the disk is full");
                }))
                .hasMessage("the disk is full");

        assertThat(file).hasContent("old");
        assertThat(directory.toFile().list()).containsExactly("a.json");
    }

    @Test
    void shouldMakeDirectoriesPrivateAndLeaveOthersAsTheyAre() throws IOException {
        assumePosix();
        Path theirs = Files.createDirectory(directory.resolve("theirs"));
        Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rwxr-xr-x"));

        PrivateFiles.directory(theirs);
        PrivateFiles.directory(theirs.resolve("ours/below"));

        assertThat(mode(theirs)).isEqualTo("rwxr-xr-x");
        assertThat(mode(theirs.resolve("ours"))).isEqualTo("rwx------");
        assertThat(mode(theirs.resolve("ours/below"))).isEqualTo("rwx------");
    }

    @Test
    void shouldRefuseAFileWhereADirectoryIsWanted() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatThrownBy(() -> PrivateFiles.directory(file))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("exists and is not a directory");
    }

    /** A ZIP file as a file system knows no owners. */
    @Test
    void shouldWriteWhereFilesHaveNoOwner() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(directory.resolve("out.zip"), Map.of("create", "true"))) {
            assertThat(zip.supportedFileAttributeViews()).doesNotContain("posix", "acl");
            Path out = zip.getPath("/out/below");

            PrivateFiles.directory(out);
            write(out.resolve("a.json"), "old");
            write(out.resolve("a.json"), "new");
            try (OutputStream stream = PrivateFiles.create(out.resolve("b"))) {
                stream.write('b');
            }

            assertThat(Files.readString(out.resolve("a.json"))).isEqualTo("new");
            assertThat(Files.readString(out.resolve("b"))).isEqualTo("b");
        }
    }

    /** As on Windows, where files have lists of who may read them. */
    @Test
    void shouldGiveFilesAListWithTheOwnerAlone() throws IOException {
        try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows().toBuilder()
                .setAttributeViews("basic", "owner", "dos", "acl")
                .build())) {
            Path out = windows.getPath("C:\\Users\\me\\my work\\out");

            PrivateFiles.directory(out);
            write(out.resolve("a.json"), "old");
            write(out.resolve("a.json"), "new");

            assertThat(out.resolve("a.json")).hasContent("new");
            for (Path made : List.of(out, out.resolve("a.json"))) {
                List<AclEntry> entries = Files.getFileAttributeView(made, AclFileAttributeView.class)
                        .getAcl();
                assertThat(entries).singleElement().satisfies(entry -> {
                    assertThat(entry.type()).isEqualTo(AclEntryType.ALLOW);
                    assertThat(entry.principal()).isEqualTo(Files.getOwner(made));
                    assertThat(entry.permissions()).containsExactlyInAnyOrder(AclEntryPermission.values());
                    assertThat(entry.flags().isEmpty()).isNotEqualTo(Files.isDirectory(made));
                });
            }
        }
    }
}
