// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.live.state;

import java.time.Instant;

/**
 * The figures of what was kept at some moment, as they are sent.
 *
 * <p><b>Threading:</b> immutable; nobody changes the arrays.
 *
 * @param at the moment
 * @param revision of what they were made
 * @param summary as {@code summary.json}
 * @param findings as {@code findings.json}
 * @param tokens as {@code tokens.json}
 * @param profiles programs and their steps, those that go on included, and model servers
 * @param page all of these and more, as one line of JSON for the page
 */
public record Figures(
        Instant at,
        long revision,
        byte[] summary,
        byte[] findings,
        byte[] tokens,
        ProgramAnswers profiles,
        byte[] page) {}
