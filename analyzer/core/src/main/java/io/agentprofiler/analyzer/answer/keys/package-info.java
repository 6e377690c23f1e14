// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code keys}: what can be asked for with {@code --where} and {@code --by}.
 *
 * <p><b>Threading:</b> keys under collection belong to one thread.
 *
 * <p><b>Tests:</b> {@code KeysCommandTest}.
 */
package io.agentprofiler.analyzer.answer.keys;
