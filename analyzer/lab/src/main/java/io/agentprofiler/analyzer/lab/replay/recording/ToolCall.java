// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

/**
 * A tool call that a model asks for.
 *
 * @param id by which its result is told; {@code null} when unknown
 * @param name the tool
 * @param arguments a JSON object as text; {@code null} where it was not recorded
 * @param chars length of the arguments as text, or unknown
 */
public record ToolCall(String id, String name, String arguments, long chars) {}
