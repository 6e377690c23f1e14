// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Text with paths in braces.
 *
 * <p><b>Threading:</b> immutable; any thread.
 *
 * <p><b>Tests:</b> {@code TextValueTest}.
 */
package io.agentprofiler.rules.value.template;
