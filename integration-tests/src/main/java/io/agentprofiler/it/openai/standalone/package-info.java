// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The server as a separate program, for manual tests.
 *
 * <p><b>Threading:</b> the main thread waits while the server serves on its own.
 *
 * <p><b>Tests:</b> none; the server has its own.
 */
package io.agentprofiler.it.openai.standalone;
