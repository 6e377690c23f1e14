// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** What formats of stacks share: a number of all spans, summed by the path of names that leads to it. */
package io.agentprofiler.analyzer.formats.export.stack;
