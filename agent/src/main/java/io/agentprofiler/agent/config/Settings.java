// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.config;

import java.util.List;

/**
 * Every setting of a run, validated. Each component is a system property {@code agentprofiler.<name>}; {@code
 * docs/settings.md} and {@code -Dagentprofiler.help=true} explain them.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param dir directory below which the run's own directory is made
 * @param service the run's name
 * @param rules extra rule files
 * @param trace short-form rules, for example {@code com.acme.Planner#plan;com.acme.tools.*#*}
 * @param frameworks names of the bundled rule files that are on
 * @param sample share of workflows recorded, 0 to 1
 * @param content what is kept of prompts and results
 * @param contentMaxChars at most this many chars a content attribute
 * @param redact regular expressions whose matches are blanked in content
 * @param ringSize slots, a power of two
 * @param ringMaxBytes payload bytes in the ring above which payload is given up
 * @param segmentMaxBytes size at which a segment is closed
 * @param segmentMaxAgeMillis age at which a segment is closed
 * @param dirMaxBytes size of the run's directory above which its oldest closed segments are deleted
 * @param flushMillis how often written lines are handed to the operating system
 * @param gzip whether closed segments are compressed
 * @param jfr whether JFR events are made
 * @param jfrFile a recording the agent starts and dumps here at exit, or {@code null}
 * @param backends model servers whose metrics are polled
 * @param backendsIntervalMillis how often
 * @param log {@code off}, {@code info} or {@code debug}
 */
public record Settings(
        String dir,
        String service,
        List<String> rules,
        String trace,
        List<String> frameworks,
        double sample,
        Content content,
        int contentMaxChars,
        List<String> redact,
        int ringSize,
        long ringMaxBytes,
        long segmentMaxBytes,
        long segmentMaxAgeMillis,
        long dirMaxBytes,
        long flushMillis,
        boolean gzip,
        boolean jfr,
        String jfrFile,
        List<String> backends,
        long backendsIntervalMillis,
        String log) {

    /** What is kept of prompts, completions, tool arguments and results. */
    public enum Content {
        /** Nothing. */
        NONE,
        /** Lengths and chained, salted block hashes. */
        HASH,
        /** Text, redacted and cut. */
        FULL
    }
}
