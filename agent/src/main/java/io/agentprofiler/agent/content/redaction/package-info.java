// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Takes secrets and personal numbers out of texts before they are written: here numbers of payment cards, bank accounts and
 * telephones, and what commands are given, such as values of {@code curl -u}; in {@code secret} what words or its shape tell. Which
 * options of which commands is data, {@code commands.txt}.
 *
 * <p><b>Threading:</b> the ring's consumer.
 *
 * <p><b>Tests:</b> {@code RedactorTest}, {@code CardNumbersTest}, {@code NumbersTest}, {@code SecretKindsTest}; {@code RedactionCorpusTest} scores it on a corpus of secrets; the score may only
 * rise.
 */
package io.agentprofiler.agent.content.redaction;
