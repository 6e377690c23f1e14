// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Coexistence with another agent, with the user's own listeners, and with an application that weaves classes itself. Nothing
 * is lost, nothing is duplicated, and the neighbour records the same as without us.
 *
 * <p>Every test runs the agent of {@code com.example.trip}; {@link io.agentprofiler.it.neighbours.TripRun} holds its whole
 * tree, which is the same with and without a neighbour. Used by nobody else.
 */
package io.agentprofiler.it.neighbours;
