// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Spans off OTLP's protobuf. */
package io.agentprofiler.analyzer.formats.otlp.proto;
