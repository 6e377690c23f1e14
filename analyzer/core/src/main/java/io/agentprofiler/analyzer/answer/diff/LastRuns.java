// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.diff;

import io.agentprofiler.analyzer.command.CommandException;
import io.agentprofiler.analyzer.command.input.RunSelection;
import io.agentprofiler.analyzer.read.Runs;
import io.agentprofiler.analyzer.read.Runs.Run;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Which two runs of a directory to compare: the newest of a service with the one before it, unless told otherwise. */
final class LastRuns {
    private LastRuns() {}

    /** Two runs, and how to tell people which. */
    record Pair(Run beforeRun, Run afterRun, int of) {
        String before() {
            return words(beforeRun);
        }

        String after() {
            return words(afterRun);
        }

        private String words(Run run) {
            return "run " + run.number() + " of " + of + " " + run.id();
        }
    }

    /**
     * Chooses.
     *
     * @param command the command's name, for messages
     * @param directory what the user named, for messages
     * @param named what {@code --run} names: none, the second side, or both in order
     */
    static Pair of(String command, Path directory, Runs runs, List<String> named) throws CommandException {
        int count = runs.runs().size();
        if (named.size() > 2) {
            throw new CommandException(command + " compares two runs: give --run once or twice");
        }
        if (named.size() == 2) {
            return new Pair(RunSelection.one(runs, named.get(0)), RunSelection.one(runs, named.get(1)), count);
        }
        Run after = named.isEmpty() ? runs.runs().get(0) : RunSelection.one(runs, named.get(0));
        for (Run before : runs.runs()) {
            if (before.number() > after.number() && Objects.equals(before.service(), after.service())) {
                return new Pair(before, after, count);
            }
        }
        String service = after.service() == null ? "" : " of service " + after.service();
        throw new CommandException(directory + " holds no run" + service + " before " + after.id()
                + " to compare it with; name two sides: " + command + " BEFORE AFTER"
                + (runs.services().size() > 1
                        ? ", or another service with --service: " + String.join(", ", runs.services())
                        : ""));
    }
}
