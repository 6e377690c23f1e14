// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.shared.schema;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a run's directory, {@code service-pid-start}.
 *
 * @param pid the process
 * @param start when it began, in UTC, {@code 20261123T081236.001Z} for example: such texts sort by time
 */
public record RunName(long pid, String start) {
    private static final Pattern NAME = Pattern.compile(".+-(?<pid>\\d{1,10})-(?<start>\\d{8}T\\d{6}\\.\\d{3}Z)");

    /** Takes a name apart; {@code null} when no run is named so. */
    public static RunName of(String directory) {
        Matcher name = NAME.matcher(directory);
        return name.matches() ? new RunName(Long.parseLong(name.group("pid")), name.group("start")) : null;
    }
}
