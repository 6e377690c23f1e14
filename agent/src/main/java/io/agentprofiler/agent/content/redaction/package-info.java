// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Takes secrets and personal numbers out of texts before they are written.
 *
 * <p><b>Threading:</b> the ring's consumer.
 *
 * <p><b>Tests:</b> {@code RedactorTest}; {@code RedactionCorpusTest} scores it on a corpus of secrets; the score may only
 * rise.
 */
package io.agentprofiler.agent.content.redaction;
