// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Rules as bytes. The build writes the parsed bundled rule files, so that a starting JVM neither parses nor checks them.
 *
 * <p>{@link io.agentprofiler.rules.compiled.CompiledRules} is the entry point. Texts and paths are in tables, so that each
 * is stored once and becomes an object at its first use. There is one class for each part of a rule file, which writes and
 * reads it as the ordered list of its components. The format is private: only classes of the same build read the bytes, so
 * it has no version.
 *
 * <p><b>Threading:</b> one thread at a time.
 *
 * <p><b>Tests:</b> {@code CompiledRulesTest}.
 */
package io.agentprofiler.rules.compiled;
