// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code report.html}: one self-contained page, drawn in the browser from data of integers and one table of strings.
 *
 * <p>Traces become rows that are spooled to disk ({@link io.agentprofiler.analyzer.answer.report.page.WorkflowRow}) as they are finished;
 * when all are read, the rows that were {@linkplain io.agentprofiler.analyzer.base.stat.bounded.BoundedSample selected} are written into
 * the page block by block. The page's own sources are in {@code resources/io/agentprofiler/analyzer/answer/report/page}.
 */
package io.agentprofiler.analyzer.answer.report.page;
