// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A rule as a value: what to match, what a call does to a span, when the span ends, what to read. {@code docs/rules.md}
 * explains each part.
 *
 * <p>The rule parser makes rules; the weaver, the engine and the rule checker read them. All are immutable: any thread.
 */
package io.agentprofiler.rules.model;
