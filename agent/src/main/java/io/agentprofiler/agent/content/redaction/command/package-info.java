// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds secrets that commands are given: values of options such as {@code curl -u}, words at certain places, and what is piped to
 * programs that read a password. Which options of which commands is data, {@code commands.txt}.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code SecretKindsTest} of {@code redaction}.
 */
package io.agentprofiler.agent.content.redaction.command;
