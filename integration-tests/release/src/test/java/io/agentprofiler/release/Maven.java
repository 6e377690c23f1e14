// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs Maven's wrapper, as another user would. */
final class Maven {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private Maven() {}

    /** Runs the wrapper of one checkout in a folder, and expects it to succeed. */
    static void run(Path checkout, Path folder, Map<String, String> environment, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (WINDOWS) {
            command.add(checkout.resolve("mvnw.cmd").toString());
        } else {
            // files that only their owner may read, where a checkout's are readable by all
            command.addAll(List.of(
                    "sh",
                    "-c",
                    "umask 077; exec \"$0\" \"$@\"",
                    checkout.resolve("mvnw").toString()));
        }
        command.addAll(List.of("--quiet", "--batch-mode"));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        // what the build around it was given is no matter of this one
        builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_") && !name.equals("MAVEN_USER_HOME"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s%n%s", command, output).isZero();
    }
}
