// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules as bytes: what the parser made of the bundled rule files, written down by the build, so that a JVM that starts neither
 * parses nor checks them.
 *
 * <p>{@link io.agentprofiler.rules.compiled.CompiledRules} is the entry. Texts and paths are in tables, so that each is there once
 * and is made an object when it is first asked for. There is one class for each part of a rule file, which writes it and reads it
 * again; what is written of a part is the list of its components, in their order. The format is known to nobody else, and bytes
 * are read by the build's own classes only, so that it has no version.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Tests:</b> {@code CompiledRulesTest}.
 */
package io.agentprofiler.rules.compiled;
