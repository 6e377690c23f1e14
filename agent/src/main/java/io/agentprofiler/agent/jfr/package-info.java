// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Flight Recorder: the form of a trace in a recording, and whether a recording is running.
 *
 * <p>Application threads meet only {@link io.agentprofiler.agent.jfr.FlightGate}, which reads one flag and, while a
 * recording runs, has the small event of the thread's lane begin and end; nothing of JFR is loaded before that.
 * {@link io.agentprofiler.agent.jfr.JfrSink} fills and commits the events of {@code event} on the ring's consumer.
 * {@link io.agentprofiler.agent.jfr.FlightControl} ties both to the JVM's recorder, on the agent's own thread.
 * {@code docs/formats/jfr.md} lists every event and field.
 */
package io.agentprofiler.agent.jfr;
