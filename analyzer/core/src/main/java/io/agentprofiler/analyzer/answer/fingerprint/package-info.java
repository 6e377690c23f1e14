// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Which program a workflow is a run of, whatever the run: {@code fingerprint}. {@link
 * io.agentprofiler.analyzer.answer.fingerprint.Fingerprint} is what of a trace its program decides, and what neither chance nor salt nor
 * clock does; {@link io.agentprofiler.analyzer.answer.fingerprint.Fingerprints} counts them.
 */
package io.agentprofiler.analyzer.answer.fingerprint;
