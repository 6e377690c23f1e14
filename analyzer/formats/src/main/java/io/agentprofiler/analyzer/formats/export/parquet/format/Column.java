// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.export.parquet.format;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param name its name
 * @param type its type
 * @param value its value in a row, of the type's class; {@code null} where that is not known
 */
public record Column<R>(String name, Type type, Function<R, Object> value) {}
