// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs programs with one planted cause, and their fixed twins, and prints how the findings did.
 *
 * <p>System properties: {@code planted.cases} holds words, separated by commas; only the cases whose name contains one of
 * them are run. {@code planted.check} is {@code true} if the build is to fail when the findings are worse than they should
 * be. {@code planted.jobs} is how many programs run at a time. {@code planted.keep} is {@code true} to apply the current
 * rules to the recordings of an earlier run.
 */
public final class Bench {
    /** In which part of the cases the first finding should name the cause at least. */
    private static final double FIRST = 0.8;

    private Bench() {}

    /** Runs the bench; {@code args[0]} is the root of the project. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path root = Path.of(args[0]).toAbsolutePath().normalize();
        Path out = root.resolve("integration-tests/target/planted");
        List<PlantedCase> cases = chosen(property("planted.cases", ""));
        if (cases.isEmpty()) {
            System.err.println("No case's name contains a word of planted.cases. There are:");
            PlantedCases.all().forEach(planted -> System.err.println("  " + planted.id()));
            System.exit(2);
        }
        int jobs = Integer.parseInt(
                property("planted.jobs", String.valueOf(4 * Runtime.getRuntime().availableProcessors())));
        ConfusionTable table;
        try (CaseRun runner = new CaseRun(root, out, Boolean.getBoolean("planted.keep"))) {
            table = run(cases, runner, jobs);
        }
        Files.createDirectories(out);
        System.out.println(table);
        System.out.println(table.markdown());
        Files.writeString(out.resolve("confusion.md"), table.markdown());
        System.out.println("Each case's recording and report are in " + root.relativize(out) + "/");
        boolean good = table.falseClaims() == 0 && table.stillThere() == 0 && table.firstShare() >= FIRST;
        if (!good) {
            System.err.printf(
                    Locale.ROOT,
                    "The findings are worse than they should be: no false claim, none still there once fixed, and the first right in %.0f %% of the cases.%n",
                    100 * FIRST);
        }
        System.exit(good || !Boolean.getBoolean("planted.check") ? 0 : 1);
    }

    private static List<PlantedCase> chosen(String words) {
        List<String> wanted = List.of(words.split(",", -1));
        return PlantedCases.all().stream()
                .filter(planted -> wanted.stream().anyMatch(planted.id()::contains))
                .toList();
    }

    private static String property(String name, String otherwise) {
        String value = System.getProperty(name, "");
        return value.isEmpty() ? otherwise : value;
    }

    /** Runs cases with the given concurrency, because they mostly wait. */
    private static ConfusionTable run(List<PlantedCase> cases, CaseRun runner, int jobs)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            List<Future<Outcome>> running = new ArrayList<>();
            for (PlantedCase planted : cases) {
                running.add(threads.submit(() -> runner.run(planted)));
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < cases.size(); i++) {
                outcomes.add(outcome(cases.get(i), running.get(i)));
            }
            return new ConfusionTable(outcomes);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Outcome outcome(PlantedCase planted, Future<Outcome> running)
            throws IOException, InterruptedException {
        try {
            return running.get();
        } catch (ExecutionException e) {
            throw new IOException(planted.id() + ": " + e.getCause().getMessage(), e);
        }
    }
}
