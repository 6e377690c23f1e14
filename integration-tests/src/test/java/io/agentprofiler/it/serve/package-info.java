// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** {@code analyzer serve} as it ships, beside processes that write. */
package io.agentprofiler.it.serve;
