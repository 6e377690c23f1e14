// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import java.util.Locale;
import java.util.Set;

/**
 * One agent of the bench and what the profiler should say of it. Every {@code with} method returns a changed copy.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param program where it runs
 * @param cause name of the agent in its program
 * @param expected what should be said of it
 * @param setting how it is run
 */
public record PlantedCase(Program program, String cause, Expected expected, Setting setting) {
    /**
     * What should be said of a case.
     *
     * @param rules ids of the findings that name the cause; empty for a control, of which nothing should be said
     * @param subject part of the finding's subject or title
     * @param alsoTrue ids of findings that are true without naming the cause, of the planted agent and of its twin
     */
    public record Expected(Set<String> rules, String subject, Set<String> alsoTrue) {
        public Expected {
            rules = Set.copyOf(rules);
            alsoTrue = Set.copyOf(alsoTrue);
        }

        /** Returns whether only first calls show the cause. */
        boolean isOfTheFirstCall() {
            return rules.contains("cold-start");
        }

        /** Returns whether a finding names the cause. */
        boolean isNamedBy(Finding finding) {
            return rules.contains(finding.rule())
                    && (finding.subject().contains(subject) || finding.title().contains(subject));
        }
    }

    /**
     * How a case is run.
     *
     * @param workflows how many workflows it does
     * @param threads how many of them at a time
     * @param content what the agent records of texts: {@code hash} or {@code full}
     * @param recorded whether a flight recording is made and given to the analyzer
     * @param polled whether the agent polls the model server's metrics
     * @param mocked whether the models are mocks in the program instead of a server
     * @param secure whether the program connects by TLS to a server that is far away, and its connections are recorded
     * @param heapMegabytes heap of the JVM; 0: as much as it likes
     */
    public record Setting(
            int workflows,
            int threads,
            String content,
            boolean recorded,
            boolean polled,
            boolean mocked,
            boolean secure,
            int heapMegabytes) {
        /** What is usual: 24 workflows, one at a time, hashes, no flight recording, a model server. */
        static final Setting USUAL = new Setting(24, 1, "hash", false, false, false, false, 0);
    }

    /** Makes a case with the usual setting. */
    static PlantedCase of(Program program, String cause, String subject, String... rules) {
        return new PlantedCase(program, cause, new Expected(Set.of(rules), subject, Set.of()), Setting.USUAL);
    }

    /** Makes a control: nothing should be said of it. */
    static PlantedCase control(Program program, String cause) {
        return of(program, cause, "");
    }

    /** Says which other findings are true of it. */
    PlantedCase alsoTrue(String... rules) {
        return new PlantedCase(program, cause, new Expected(expected.rules, expected.subject, Set.of(rules)), setting);
    }

    /** Does so many workflows. */
    PlantedCase withWorkflows(int value) {
        return with(new Setting(
                value,
                setting.threads,
                setting.content,
                setting.recorded,
                setting.polled,
                setting.mocked,
                setting.secure,
                setting.heapMegabytes));
    }

    /** Does so many workflows at a time. */
    PlantedCase withThreads(int value) {
        return with(new Setting(
                setting.workflows,
                value,
                setting.content,
                setting.recorded,
                setting.polled,
                setting.mocked,
                setting.secure,
                setting.heapMegabytes));
    }

    /** Records texts. */
    PlantedCase withTexts() {
        return with(new Setting(
                setting.workflows,
                setting.threads,
                "full",
                setting.recorded,
                setting.polled,
                setting.mocked,
                setting.secure,
                setting.heapMegabytes));
    }

    /** Makes a flight recording. */
    PlantedCase withRecording() {
        return with(new Setting(
                setting.workflows,
                setting.threads,
                setting.content,
                true,
                setting.polled,
                setting.mocked,
                setting.secure,
                setting.heapMegabytes));
    }

    /** Polls the model server. */
    PlantedCase withPolls() {
        return with(new Setting(
                setting.workflows,
                setting.threads,
                setting.content,
                setting.recorded,
                true,
                setting.mocked,
                setting.secure,
                setting.heapMegabytes));
    }

    /** Uses mocks instead of a server. */
    PlantedCase withMocks() {
        return with(new Setting(
                setting.workflows,
                setting.threads,
                setting.content,
                setting.recorded,
                setting.polled,
                true,
                setting.secure,
                setting.heapMegabytes));
    }

    /** Connects by TLS to a server that is far away. */
    PlantedCase withTls() {
        return with(new Setting(
                setting.workflows,
                setting.threads,
                setting.content,
                setting.recorded,
                setting.polled,
                setting.mocked,
                true,
                setting.heapMegabytes));
    }

    /** Gives the JVM so much heap. */
    PlantedCase withHeap(int megabytes) {
        return with(new Setting(
                setting.workflows,
                setting.threads,
                setting.content,
                setting.recorded,
                setting.polled,
                setting.mocked,
                setting.secure,
                megabytes));
    }

    private PlantedCase with(Setting value) {
        return new PlantedCase(program, cause, expected, value);
    }

    /** Returns whether no fault was planted in it. */
    boolean isControl() {
        return expected.rules.isEmpty();
    }

    /** Returns a name that no other case has, fit for a directory. */
    public String id() {
        return program.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + cause
                + (setting.content.equals("hash") ? "" : "-" + setting.content)
                + (setting.recorded ? "-recorded" : "")
                + (setting.mocked ? "-mocked" : "");
    }
}
