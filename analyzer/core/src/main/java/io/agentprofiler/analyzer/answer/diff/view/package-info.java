// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Describes a comparison once, as a document for all outputs. */
package io.agentprofiler.analyzer.answer.diff.view;
