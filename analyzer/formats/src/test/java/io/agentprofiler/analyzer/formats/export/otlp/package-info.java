// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** What is written decoded by OpenTelemetry's own classes, what is sent received by servers: made ones, and real ones. */
package io.agentprofiler.analyzer.formats.export.otlp;
