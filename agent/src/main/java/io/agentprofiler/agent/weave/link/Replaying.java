// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.link;

/** Whether calls are answered from a recording, and what becomes of those that it does not answer. */
public enum Replaying {
    /** Every method runs; no site asks. */
    OFF,
    /** What is not answered is refused. */
    OR_REFUSES,
    /** What is not answered runs. */
    OR_CALLS
}
