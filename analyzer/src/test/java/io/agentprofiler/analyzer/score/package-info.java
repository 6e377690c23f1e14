// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of quality. */
package io.agentprofiler.analyzer.score;
