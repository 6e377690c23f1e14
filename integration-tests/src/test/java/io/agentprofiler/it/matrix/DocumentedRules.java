// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Rule files that {@code docs/rules.md} shows. */
public final class DocumentedRules {
    private static final Pattern FILE = Pattern.compile("(?ms)^```json file$(.*?)^```$");

    private DocumentedRules() {}

    /** Returns the file for Anthropic's SDK. */
    public static String anthropic() throws IOException {
        return FILE.matcher(Files.readString(Path.of("../docs/rules.md")))
                .results()
                .map(block -> block.group(1).strip())
                .filter(file -> file.contains("\"com.anthropic.\""))
                .findFirst()
                .orElseThrow();
    }
}
