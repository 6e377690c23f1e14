// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The event types of a recording, one class each. Their names and fields are the format that {@code docs/formats/jfr.md} describes.
 *
 * <p><b>Threading:</b> filled and committed on the ring's consumer.
 *
 * <p><b>Tests:</b> {@code JfrSinkTest} of {@code jfr}, {@code JfrDocumentationTest} of {@code jfr}.
 */
package io.agentprofiler.agent.jfr.event;
