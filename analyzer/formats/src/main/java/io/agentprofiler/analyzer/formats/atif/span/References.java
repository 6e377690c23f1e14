// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.atif.span;

import io.agentprofiler.analyzer.formats.atif.model.Step;
import io.agentprofiler.analyzer.formats.atif.model.Trajectory;

/** Finds the trajectories that others name. */
public interface References {
    /** Returns the trajectory that a step names, {@code null} when it cannot be found. */
    Trajectory subagent(Trajectory from, Step.Reference reference);

    /** Returns the part that goes on where a trajectory stops, {@code null} without one, or when it cannot be found. */
    Trajectory continuation(Trajectory from);

    /** Counts something that is left out. */
    void problem(String what);
}
