// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate;

import io.agentprofiler.analyzer.answer.gate.check.Check.CheckPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The command that shows a workflow of the runs that were judged. */
final class LookCommand {
    private static final int TRACE_DIGITS = 16;

    private LookCommand() {}

    static String at(CheckPlace place, List<Path> inputs) {
        return "java -jar analyzer.jar tree --all-runs --trace "
                + place.trace().toString().substring(0, TRACE_DIGITS)
                + inputs.stream().map(LookCommand::quoted).collect(Collectors.joining());
    }

    private static String quoted(Path path) {
        String text = path.toString();
        return text.contains(" ") ? " \"" + text + "\"" : " " + text;
    }
}
