// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Messages of Protocol Buffers, written field by field. Knows no format. */
package io.agentprofiler.analyzer.formats.export.protobuf;
