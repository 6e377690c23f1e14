// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.tour;

import io.agentprofiler.it.demo.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The longer demo: records two releases of a help desk, and explains the second. */
public final class Tour {
    private Tour() {}

    /**
     * Runs the tour in the directory {@code integration-tests/target/tour}.
     *
     * @param root root of the project, where the jars were built
     */
    public static void run(Path root) throws IOException, InterruptedException {
        Path dir = root.resolve("integration-tests/target/tour");
        Shell shell = Shell.showing(root);
        HelpDeskRuns runs = new HelpDeskRuns(root, dir, shell);
        runs.record();
        String profile = shell.relative(runs.profile());
        String analyzer = shell.built("analyzer/target/analyzer.jar");
        shell.step(
                "What to change first in release " + HelpDeskRuns.AFTER,
                List.of(
                        Shell.java(),
                        "-jar",
                        analyzer,
                        "report",
                        "--scores",
                        shell.relative(runs.ratings(HelpDeskRuns.AFTER)),
                        "--out",
                        shell.relative(dir.resolve("report")),
                        profile));
        System.out.println();
        System.out.println("Look further, as docs/start/tour.md does:");
        System.out.println("  page      " + shell.relative(dir.resolve("report")) + "/report.html");
        System.out.println("  changes   java -jar " + analyzer + " diff " + profile);
        System.out.println("  commands  java -jar " + analyzer + " --help");
    }
}
