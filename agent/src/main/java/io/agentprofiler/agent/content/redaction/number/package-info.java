// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds numbers that belong to people: payment cards, bank accounts, telephones, social security.
 *
 * <p><b>Threading:</b> stateless; any thread.
 *
 * <p><b>Tests:</b> {@code CardNumbersTest}, {@code NumbersTest}.
 */
package io.agentprofiler.agent.content.redaction.number;
