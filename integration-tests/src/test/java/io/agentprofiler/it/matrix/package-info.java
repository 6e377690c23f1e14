// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The bundled rules against the real jars of every supported framework version: nothing is started, class files are read.
 *
 * <p>What is expected of each version lies in {@code src/test/resources/matrix}, one file a class path. Used by nobody else.
 */
package io.agentprofiler.it.matrix;
