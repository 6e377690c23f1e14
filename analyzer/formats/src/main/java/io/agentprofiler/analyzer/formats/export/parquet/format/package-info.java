// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Parquet's file format, as far as flat tables need it: plain values, compressed by the JDK's own gzip. The format's own Java library
 * stands on Hadoop, and what reads it without that writes nothing.
 */
package io.agentprofiler.analyzer.formats.export.parquet.format;
