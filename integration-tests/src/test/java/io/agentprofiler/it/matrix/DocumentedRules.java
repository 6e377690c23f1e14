// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Rule files and trees that the documentation shows. */
public final class DocumentedRules {
    private static final Pattern FILE = Pattern.compile("(?ms)^```json file$(.*?)^```$");

    private static final Pattern TREE = Pattern.compile("(?ms)^```text$(.*?)^```$");
    private static final Path SDK = Path.of("../docs/attach/trace-an-sdk.md");

    private DocumentedRules() {}

    /** Returns the file of {@code docs/attach/trace-an-sdk.md}. */
    public static String sdk() throws IOException {
        return only(FILE);
    }

    /** Returns the trace that {@code docs/attach/trace-an-sdk.md} promises. */
    public static String sdkTree() throws IOException {
        return only(TREE) + "\n";
    }

    private static String only(Pattern block) throws IOException {
        return block.matcher(Files.readString(SDK))
                .results()
                .map(found -> found.group(1).strip())
                .findFirst()
                .orElseThrow();
    }
}
