// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Annotations that mark a field of an event as an id, for tools that read recordings.
 *
 * <p><b>Threading:</b> none; annotations.
 *
 * <p><b>Tests:</b> {@code JmcReadingTest} of {@code jfr}.
 */
package io.agentprofiler.agent.jfr.annotation;
