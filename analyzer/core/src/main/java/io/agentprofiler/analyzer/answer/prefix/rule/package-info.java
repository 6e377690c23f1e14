// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How providers and engines cache prompts: rules as data, and the options that choose them, which {@code PrefixCommandTest}
 * covers.
 */
package io.agentprofiler.analyzer.answer.prefix.rule;
