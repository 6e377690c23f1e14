// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The path language: {@code arg0.parameters.modelName}. {@link io.agentprofiler.rules.path.PathParser} makes a
 * {@link io.agentprofiler.rules.path.Path} from text, {@link io.agentprofiler.rules.path.Path#read} reads the object
 * from one call, {@link io.agentprofiler.rules.path.Branch} is its syntax for those who check paths without running
 * them. {@code docs/rules.md} describes the language.
 *
 * <p>Callers: the rule parser, the engine, the rule checker. Paths are immutable and may be read on any thread; most are
 * read on the ring's consumer, {@code key} and {@code unless} on the application's.
 *
 * <p>Nothing here holds an application class or loader: what is found out about a class is kept in a
 * {@link java.lang.ClassValue}, in that class.
 */
package io.agentprofiler.rules.path;
