// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of how their files are read. */
package io.agentprofiler.forecast.file;
