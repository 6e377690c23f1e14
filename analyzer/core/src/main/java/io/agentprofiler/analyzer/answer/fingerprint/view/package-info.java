// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Fingerprints as a document. */
package io.agentprofiler.analyzer.answer.fingerprint.view;
