// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

/** A part of a {@link Document}. */
public sealed interface Block permits Section, Table, Facts, Note, Notes, SideBySide, Scatter, Value {}
