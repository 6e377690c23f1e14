// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.view;

import io.agentprofiler.analyzer.view.cell.Fields;

/**
 * Figures for programs alone.
 *
 * @param key their name
 * @param raw what {@link Fields} may hold; {@code null} is left out
 */
public record Value(String key, Object raw) implements Block {}
