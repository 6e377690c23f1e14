// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

/** The name of a run that was given none. */
final class ServiceName {
    private static final String UNKNOWN = "java";

    private ServiceName() {}

    /**
     * Makes a name of the command a JVM was started with: of {@code com.acme.Main arg} it is {@code Main}, of {@code
     * lib/shop.jar arg} it is {@code shop}, of {@code com.acme/com.acme.Main} it is {@code Main}.
     */
    static String of(String command) {
        if (command == null || command.isBlank()) {
            return UNKNOWN;
        }
        String main = command.trim().split("\\s+", 2)[0];
        String file = main.substring(Math.max(main.lastIndexOf('/'), main.lastIndexOf('\\')) + 1);
        String name = file.endsWith(".jar")
                ? file.substring(0, file.length() - ".jar".length())
                : file.substring(file.lastIndexOf('.') + 1);
        return name.isEmpty() ? UNKNOWN : name;
    }
}
