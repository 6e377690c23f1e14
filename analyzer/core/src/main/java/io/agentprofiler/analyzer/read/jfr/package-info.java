// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Reads JDK flight recordings. */
package io.agentprofiler.analyzer.read.jfr;
