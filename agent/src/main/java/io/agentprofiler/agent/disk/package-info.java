// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Files that only their owner may read, on every system: the one place that knows of permissions.
 *
 * <p><b>Threading:</b> stateless.
 *
 * <p><b>Tests:</b> {@code PrivateFilesTest} here, and {@code EverySystemTest} of {@code segment}, on file systems in memory.
 */
package io.agentprofiler.agent.disk;
