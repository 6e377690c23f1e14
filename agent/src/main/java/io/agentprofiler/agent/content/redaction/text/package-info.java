// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The stretches of a text that are blanked, and characters that every search here tells apart.
 *
 * <p><b>Threading:</b> one thread.
 *
 * <p><b>Tests:</b> {@code RedactorTest} of {@code redaction}.
 */
package io.agentprofiler.agent.content.redaction.text;
