// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The answer of {@code whatif} for people and programs. */
package io.agentprofiler.analyzer.answer.whatif.view;
