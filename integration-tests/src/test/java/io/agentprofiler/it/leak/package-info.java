// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** The agent must not keep class loaders of applications, their objects, or its own threads. */
package io.agentprofiler.it.leak;
