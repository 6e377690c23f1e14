// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Living together: with another agent, with the user's own listeners, with an application that weaves classes itself. Nothing
 * is lost, nothing is doubled, and the neighbour gets what it gets without us.
 *
 * <p>Every test runs the agent of {@code com.example.trip}; {@link io.agentprofiler.it.neighbours.TripRun} holds its whole
 * tree, which is the same with and without a neighbour. Used by nobody else.
 */
package io.agentprofiler.it.neighbours;
