// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The JFR sink: what a trace looks like in a flight recording.
 *
 * <p>Application threads meet only {@link io.agentprofiler.agent.jfr.FlightGate}, which reads one flag and, while a
 * recording runs, begins and ends events; nothing of JFR is loaded before that. {@link
 * io.agentprofiler.agent.jfr.JfrSink} fills and commits the events on the ring's consumer. {@link
 * io.agentprofiler.agent.jfr.FlightControl} ties both to the JVM's recorder, on the agent's own thread. {@code docs/jfr.md}
 * lists every event and field.
 */
package io.agentprofiler.agent.jfr;
