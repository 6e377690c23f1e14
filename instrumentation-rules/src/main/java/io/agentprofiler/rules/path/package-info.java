// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The path language: {@code arg0.parameters.modelName}. {@link io.agentprofiler.rules.path.PathParser} makes a {@link
 * io.agentprofiler.rules.path.Path} from text, {@link io.agentprofiler.rules.path.Path#read} reads the object from one call.
 * {@code docs/rules.md} describes the language.
 *
 * <p>The syntax, for those who check paths without running them, is in {@code syntax}; the objects a path starts from in {@code
 * root}; its steps, ready to run, in {@code node}; what they find out about objects in {@code object}.
 *
 * <p><b>Threading:</b> paths are immutable and may be read on any thread; most are read on the ring's consumer, {@code key} and
 * {@code unless} on the application's. Nothing here holds an application class or loader: what is found out about a class is
 * kept in a {@link java.lang.ClassValue}, in that class.
 *
 * <p><b>Tests:</b> {@code PathParserTest}, {@code PathReadTest}, {@code FieldReadTest}, {@code AccessorTest}, {@code
 * ClassLoaderLeakTest}.
 */
package io.agentprofiler.rules.path;
