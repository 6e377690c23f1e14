// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code analyzer serve} as it ships, with processes that write at the same time. */
package io.agentprofiler.it.serve;
