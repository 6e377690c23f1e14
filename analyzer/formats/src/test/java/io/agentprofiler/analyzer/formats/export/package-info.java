// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of exports: what is written equals the report, and opens as it should. */
package io.agentprofiler.analyzer.formats.export;
