// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of session logs. */
package io.agentprofiler.analyzer.formats.sessions;
