// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Texts and bytes of the application that are JSON, or streams of it: as maps and lists, never more than a bounded part.
 *
 * <p><b>Threading:</b> any thread.
 *
 * <p><b>Tests:</b> {@code JsonEventsTest} here; {@code PathReadTest} of {@code path}.
 */
package io.agentprofiler.rules.path.json;
