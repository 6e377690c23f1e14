// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of JSON of unknown quality. */
package io.agentprofiler.analyzer.read.tree;
