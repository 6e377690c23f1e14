// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads class files without loading a class: supertypes, members, generic signatures, and the values that getters return.
 *
 * <p>{@link io.agentprofiler.rules.classfile.ClassFileReader} reads a class file, and
 * {@link io.agentprofiler.rules.classfile.GetterReader} works out from a method's instructions which
 * {@link io.agentprofiler.rules.classfile.Reading} gives the same result without running it. Callers: the rule checker,
 * which does so for every class a path may meet, and path reading at run time, for the classes it meets. Nothing here is
 * kept between calls; everything made is immutable.
 */
package io.agentprofiler.rules.classfile;
