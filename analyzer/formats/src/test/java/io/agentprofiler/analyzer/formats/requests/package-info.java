// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of request traces. */
package io.agentprofiler.analyzer.formats.requests;
