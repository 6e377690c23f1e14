// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The document of {@code prefix}; {@code PrefixCommandTest} covers it. */
package io.agentprofiler.analyzer.answer.prefix.view;
