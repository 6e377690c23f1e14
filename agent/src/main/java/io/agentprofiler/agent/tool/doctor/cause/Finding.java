// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.tool.doctor.cause;

/**
 * What is wrong, and what to do about it.
 *
 * @param cause a few words for it
 * @param found what there is
 * @param expected what there should be
 * @param todo how to get there
 * @param serious whether it costs spans; what is not costs figures, or nothing yet
 */
public record Finding(String cause, String found, String expected, String todo, boolean serious) {
    /** A cause of missing spans. */
    public static Finding cause(String cause, String found, String expected, String todo) {
        return new Finding(cause, found, expected, todo, true);
    }

    /** Something to know that costs no spans. */
    public static Finding note(String cause, String found, String expected, String todo) {
        return new Finding(cause, found, expected, todo, false);
    }
}
