// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What of a trace its program decides, and what neither chance nor salt nor clock does. */
package io.agentprofiler.analyzer.answer.fingerprint.shape;
