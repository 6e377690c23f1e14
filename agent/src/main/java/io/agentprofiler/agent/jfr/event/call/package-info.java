// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Spans in the few columns that people read first. Each is made from the event with the details of the same span.
 *
 * <p><b>Threading:</b> filled and committed on the ring's consumer.
 *
 * <p><b>Tests:</b> {@code CallEventsTest} of {@code jfr}, {@code JfrDocumentationTest} of {@code jfr}.
 */
package io.agentprofiler.agent.jfr.event.call;
