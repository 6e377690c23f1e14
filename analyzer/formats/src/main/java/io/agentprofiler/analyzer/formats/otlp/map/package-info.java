// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** The producers' attribute names as data, and the mapping to our spans. */
package io.agentprofiler.analyzer.formats.otlp.map;
