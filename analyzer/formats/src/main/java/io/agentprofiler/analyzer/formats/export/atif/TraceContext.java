// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.atif;

import io.agentprofiler.analyzer.answer.cost.price.PriceList;
import io.agentprofiler.analyzer.trace.Trace;

/**
 * What all agents of a trace are told by.
 *
 * @param trace the trace
 * @param version what is written
 * @param content whether recorded texts are told
 * @param prices what calls cost of which nobody reported it
 * @param asked which model call asked for which tool
 * @param parts how messages are told
 */
record TraceContext(
        Trace trace, AtifVersion version, boolean content, PriceList prices, ToolAskers asked, MessageParts parts) {}
