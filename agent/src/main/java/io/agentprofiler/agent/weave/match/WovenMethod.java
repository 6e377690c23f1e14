// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.weave.match;

/**
 * A method of a class file and the rules that apply to it.
 *
 * @param name method name
 * @param descriptor its erased type
 * @param locals how many slots its variables take, arguments included
 * @param rules rule numbers, ascending; the first is the outermost
 */
public record WovenMethod(String name, String descriptor, int locals, int[] rules) {}
