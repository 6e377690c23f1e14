// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.answer.gate.check;

import io.agentprofiler.analyzer.command.IfUnknown;

/**
 * What becomes of what cannot be judged.
 *
 * @param unknown of figures that nobody reported
 * @param incomplete of data of which a part is missing
 */
public record Policy(IfUnknown unknown, IfUnknown incomplete) {}
