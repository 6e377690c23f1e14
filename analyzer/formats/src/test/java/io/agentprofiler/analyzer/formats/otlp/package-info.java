// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** OTLP of other producers and our own: every encoding, every convention, what is missing and what is wrong. */
package io.agentprofiler.analyzer.formats.otlp;
