// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The bundled rules against the real jars of every supported framework version. Nothing is started; only class files are
 * read.
 *
 * <p>The data is in {@code src/test/resources/matrix}: {@code rows.txt} names the versions of every build, with one file a
 * class path that says what is expected; {@code every.txt} and its tables name all existing releases, which the profile
 * {@code matrix} resolves and checks ({@code src/matrix}). Used by nobody else.
 *
 * <p>{@code OwnTypesIT} alone starts a program: it tries every rule on objects of types that an application implements.
 */
package io.agentprofiler.it.matrix;
