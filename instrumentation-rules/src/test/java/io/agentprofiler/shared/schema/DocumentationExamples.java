// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The code blocks of the documentation, so that what it shows is what works. */
public final class DocumentationExamples {
    private DocumentationExamples() {}

    /** Returns the contents of the fenced blocks of {@code docs/<page>} whose info string is exactly {@code info}. */
    public static List<String> of(String page, String info) {
        String fence = "(?ms)^```" + Pattern.quote(info) + "$(.*?)^```$";
        try {
            return Pattern.compile(fence)
                    .matcher(Files.readString(Path.of("../docs", page)))
                    .results()
                    .map(block -> block.group(1).strip())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
