// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The answer of {@code tokens} for people and programs. */
package io.agentprofiler.analyzer.answer.cost.view;
