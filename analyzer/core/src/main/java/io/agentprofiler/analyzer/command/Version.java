// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.command;

import picocli.CommandLine.IVersionProvider;

/** Tells the version the jar was built as. */
public final class Version implements IVersionProvider {
    /** Returns its number, {@code null} when it was not packaged. */
    public static String number() {
        return Version.class.getPackage().getImplementationVersion();
    }

    @Override
    public String[] getVersion() {
        String version = number();
        return new String[] {
            "agent-profiler analyzer " + (version == null ? "(not packaged)" : version), "Java " + Runtime.version()
        };
    }
}
