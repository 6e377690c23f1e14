// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of what is read of speedscope's files. */
package io.agentprofiler.analyzer.formats.speedscope;
