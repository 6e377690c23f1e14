// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.springai;

/**
 * The type of a structured answer.
 *
 * @param name the city's name
 * @param people how many live there
 */
public record City(String name, int people) {}
