// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Events as lines of JSON.
 *
 * <p><b>Threading:</b> the ring's consumer.
 *
 * <p><b>Tests:</b> {@code EventWriterTest}, {@code JsonLinesTest}, {@code JsonNamesTest}, {@code LineBufferTest}.
 */
package io.agentprofiler.agent.segment.json;
