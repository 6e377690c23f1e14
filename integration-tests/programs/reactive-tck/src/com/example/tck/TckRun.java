// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.tck;

import com.example.tck.ProcessorTck.Joined;
import io.reactivex.rxjava3.processors.MulticastProcessor;
import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.reactivestreams.Processor;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.TestNG;
import org.testng.annotations.Factory;
import reactor.core.publisher.BaseSubscriber;

/** Runs the kit's tests in sequence in one JVM. */
public final class TckRun implements ITestListener {
    /** Maximum time for a signal. */
    private static final int LIMIT_MILLIS = 1_000;
    /** Time without a signal. */
    private static final int QUIET_MILLIS = 25;
    /** Maximum time for an error: the kit checks only once. */
    private static final int ERROR_MILLIS = 150;

    private static volatile Set<String> chosen;

    private final Map<String, String> outcomes = new TreeMap<>();

    /** Arguments: the file to write, and names of what to verify; without any, all is. */
    public static void main(String[] args) throws IOException {
        chosen = Set.of(args);
        TckRun run = new TckRun();
        TestNG kit = new TestNG(false);
        kit.setUseDefaultListeners(false);
        kit.setVerbose(0);
        kit.addListener(run);
        kit.setTestClasses(new Class<?>[] {All.class});
        kit.run();
        Files.write(
                Path.of(args[0]),
                run.outcomes.entrySet().stream()
                        .map(outcome -> outcome.getKey() + "\t" + outcome.getValue())
                        .toList());
        // schedulers leave threads behind
        System.exit(0);
    }

    static TestEnvironment environment() {
        return new TestEnvironment(LIMIT_MILLIS, QUIET_MILLIS, ERROR_MILLIS);
    }

    /** What is verified. */
    public static final class All {
        @Factory
        public Object[] all() {
            List<Object> all = new ArrayList<>(Made.publishers());
            all.add(new SubscriberTck("base-subscriber", () -> new BaseSubscriber<Long>() {}));
            all.add(new SubscriberTck("test-subscriber", TestSubscriber::new));
            all.add(new SubscriberTck("flowable-subscriber", TckRun::subscribed));
            all.add(new ProcessorTck("flowable-processor", TckRun::ofFlowable));
            if (chosen.size() > 1) {
                all.removeIf(each -> !chosen.contains(each.toString()));
            }
            return all.toArray();
        }
    }

    private static Subscriber<Long> subscribed() {
        MulticastProcessor<Long> processor = MulticastProcessor.create(4);
        Made.through(processor).subscribe(new BaseSubscriber<Long>() {});
        return processor;
    }

    private static Processor<Long, Long> ofFlowable(int bufferSize) {
        MulticastProcessor<Long> processor = MulticastProcessor.create(bufferSize);
        return new Joined(processor, Made.through(processor));
    }

    @Override
    public void onTestSuccess(ITestResult result) {
        passed(result, "SUCCESSFUL");
    }

    @Override
    public void onTestFailure(ITestResult result) {
        String failure = String.valueOf(result.getThrowable()).replaceAll("\\s+", " ");
        passed(result, "FAILED " + failure);
    }

    @Override
    public void onTestSkipped(ITestResult result) {
        passed(result, "SKIPPED");
    }

    private void passed(ITestResult result, String outcome) {
        outcomes.put(result.getInstance() + " " + result.getMethod().getMethodName(), outcome);
    }
}
