// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Removes secrets and personal numbers from texts before they are written. This package handles numbers of payment cards,
 * bank accounts and telephones, secrets passed to commands, such as {@code curl -u} ({@code commands.txt} lists the commands and
 * their options), those in columns of tables, and random tokens that words around them tell from ids. {@code secret} finds
 * secrets by words or by shape.
 *
 * <p><b>Threading:</b> the ring's consumer.
 *
 * <p><b>Tests:</b> {@code RedactorTest}, {@code CardNumbersTest}, {@code NumbersTest}, {@code SecretKindsTest};
 * {@code RedactionCorpusTest} scores it on a corpus of secrets; the score may only rise.
 */
package io.agentprofiler.agent.content.redaction;
