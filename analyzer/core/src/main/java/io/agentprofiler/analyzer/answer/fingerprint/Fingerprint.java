// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.fingerprint;

import io.agentprofiler.analyzer.trace.Trace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a workflow does, as a set of steps: which calls at which places, which models with which parameters and which parts of prompts.
 * Ids, times, salts, how often a loop turned and the order of calls beside each other are not in it.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param id 64 bits of a SHA-256 of the steps, as 16 hexadecimal digits
 * @param steps the steps, in order
 */
public record Fingerprint(String id, SortedSet<Step> steps) implements Comparable<Fingerprint> {
    /** Changes whenever the same trace would get another id. */
    private static final String VERSION = "agent-profiler-fingerprint/1";

    private static final int BYTES = 8;

    public Fingerprint {
        steps = Collections.unmodifiableSortedSet(new TreeSet<>(steps));
    }

    /** Returns the fingerprint of a trace. */
    public static Fingerprint of(Trace trace) {
        return of(StepTree.of(trace).steps());
    }

    /** Returns the fingerprint of steps. */
    public static Fingerprint of(SortedSet<Step> steps) {
        return new Fingerprint(id(steps), steps);
    }

    private static String id(SortedSet<Step> steps) {
        MessageDigest digest = digest();
        text(VERSION, digest);
        for (Step step : steps) {
            number(step.path().size(), digest);
            step.path().forEach(one -> text(one, digest));
            text(step.model(), digest);
            text(step.parameters(), digest);
            text(step.prompt(), digest);
        }
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The length in front keeps texts apart. */
    private static void text(String text, MessageDigest digest) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length, digest);
        digest.update(bytes);
    }

    private static void number(int number, MessageDigest digest) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    /** Returns the models, by name. */
    public List<String> models() {
        return steps.stream()
                .filter(Step::isOfModel)
                .map(Step::model)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the tools, by name. */
    public List<String> tools() {
        return steps.stream()
                .map(Step::tool)
                .filter(tool -> tool != null)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns how many places the longest path has. */
    public int depth() {
        return steps.stream().mapToInt(step -> step.path().size()).max().orElse(0);
    }

    @Override
    public int compareTo(Fingerprint other) {
        return id.compareTo(other.id);
    }
}
