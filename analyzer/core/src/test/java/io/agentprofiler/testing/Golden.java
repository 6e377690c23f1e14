// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.util.diff.DiffUtils;

/**
 * A text that a test expects and keeps in a file of {@code src/test/resources}. A difference is shown line by line, as
 * {@code diff -u} does.
 *
 * <p>{@code -Dgolden.write=true} writes the files anew. A test whose file was changed by that fails, so that such a run is
 * never taken for a green one: look at what the version control says changed, and run again without it.
 *
 * <p>The build of {@code integration-tests} copies this class.
 */
public final class Golden {
    private static final String WRITE = "golden.write";
    private static final Path RESOURCES = Path.of("src", "test", "resources");
    private static final int CONTEXT_LINES = 3;

    private final Path file;

    private Golden(Path file) {
        this.file = file;
    }

    /** Returns the file of this name beside the resources of a test class. */
    public static Golden of(Class<?> test, String name) {
        return new Golden(RESOURCES.resolve(Path.of(test.getPackageName().replace('.', '/'), name)));
    }

    /** Returns the file of this path below {@code src/test/resources}. */
    public static Golden of(String path) {
        return new Golden(RESOURCES.resolve(path));
    }

    /** For tests of this class. */
    static Golden at(Path file) {
        return new Golden(file);
    }

    /**
     * Expects the text to be that of the file, or writes the file.
     *
     * @throws AssertionError if they differ, or if the file was written
     */
    public void assertIs(String actual) {
        assertIs(actual, Boolean.getBoolean(WRITE));
    }

    void assertIs(String actual, boolean write) {
        try {
            String expected = Files.exists(file) ? Files.readString(file) : "";
            if (actual.equals(expected)) {
                return;
            }
            if (write) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, actual);
                throw new AssertionError(
                        file + " was written; look at the difference and run again without -D" + WRITE);
            }
            throw new AssertionError("what was printed is not what " + file + " expects; -D" + WRITE
                    + "=true writes it anew\n" + String.join("\n", difference(expected, actual)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> difference(String expected, String actual) {
        List<String> before = List.of(expected.split("\n", -1));
        List<String> after = List.of(actual.split("\n", -1));
        return DiffUtils.generateUnifiedDiff(
                file.toString(), "printed", before, DiffUtils.diff(before, after), CONTEXT_LINES);
    }
}
