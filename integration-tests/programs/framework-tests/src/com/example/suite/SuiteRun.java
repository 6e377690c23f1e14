// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.suite;

import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests of a jar, or of some of its classes, in sequence in one JVM.
 *
 * <p>A test that takes more than half a minute is interrupted, once: some framework's tests hang on machines with few
 * processors, agent or not.
 */
public final class SuiteRun implements TestExecutionListener {
    private static final long LIMIT_MILLIS = 30_000;

    private final Map<String, String> outcomes = new ConcurrentHashMap<>();
    private volatile Thread testing;
    private volatile String test;
    private volatile long began;

    private SuiteRun() {}

    /** Arguments: the jar, the file to write, and names of classes; without any, all tests of the jar are run. */
    public static void main(String[] args) throws IOException {
        SuiteRun run = new SuiteRun();
        Thread watch = new Thread(run::watch, "watch");
        watch.setDaemon(true);
        watch.start();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectors(args))
                                .filters(includeClassNamePatterns(".*(?:Test|Tests|Test\\$.*)"))
                                .build(),
                        run);
        Files.write(
                Path.of(args[1]),
                run.outcomes.entrySet().stream()
                        .map(outcome -> outcome.getKey() + "\t" + outcome.getValue())
                        .sorted()
                        .toList());
        // tests leave threads behind
        System.exit(0);
    }

    private static List<? extends DiscoverySelector> selectors(String[] args) {
        if (args.length == 2) {
            return selectClasspathRoots(Set.of(Path.of(args[0])));
        }
        return List.of(args).subList(2, args.length).stream()
                .map(name -> selectClass(name))
                .collect(Collectors.toList());
    }

    @Override
    public void executionStarted(TestIdentifier started) {
        if (started.isTest()) {
            began = System.nanoTime();
            test = nameOf(started);
            testing = Thread.currentThread();
        }
    }

    @Override
    public void executionFinished(TestIdentifier finished, TestExecutionResult result) {
        if (finished.isTest()) {
            testing = null;
        }
        if (finished.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            String failure = result.getThrowable()
                    .map(thrown -> " " + thrown.toString().replaceAll("\\s+", " "))
                    .orElse("");
            outcomes.put(nameOf(finished), result.getStatus() + failure);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        outcomes.put(nameOf(skipped), "SKIPPED");
    }

    /** The class and what its engine calls the test, which is the same in each run. */
    private static String nameOf(TestIdentifier test) {
        String name = test.getUniqueId().replaceAll("\\s+", " ");
        return test.getSource().map(SuiteRun::classOf).orElse("?") + " " + name;
    }

    private static String classOf(TestSource source) {
        if (source instanceof MethodSource method) {
            return method.getClassName();
        }
        return source instanceof ClassSource type ? type.getClassName() : "?";
    }

    private void watch() {
        String interrupted = null;
        while (true) {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                return;
            }
            Thread thread = testing;
            String current = test;
            if (thread != null
                    && !current.equals(interrupted)
                    && System.nanoTime() - began > LIMIT_MILLIS * 1_000_000) {
                interrupted = current;
                thread.interrupt();
            }
        }
    }
}
