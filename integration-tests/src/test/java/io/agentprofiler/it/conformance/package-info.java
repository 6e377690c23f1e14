// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * One agent program on every framework and version must yield one shape of trace.
 *
 * <ul>
 *   <li>The program is {@code com.example.trip}: what it does is written once, each framework adds its wiring.
 *   <li>The model server's answers are the same for everyone: {@link io.agentprofiler.it.conformance.Conversation}.
 *   <li>The expected shape is written once, there too. What is left of a span tree when frameworks' own ways are taken away
 *       is defined by {@link io.agentprofiler.it.conformance.Shape}.
 *   <li>Each answer of the model server is one model call, with the answer's id and tokens.
 *   <li>{@link io.agentprofiler.it.conformance.Rows} names the versions and, openly, what a framework cannot have.
 * </ul>
 *
 * <p>Another version is another line there; another framework a program beside {@code LangChain4jTrip}, and a line.
 */
package io.agentprofiler.it.conformance;
