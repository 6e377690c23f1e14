// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Applications of Spring AI and Spring Boot that know nothing of any profiler.
 *
 * <p>This folder is compiled once for each supported line, against that line, by the modules in {@code frameworks}; it
 * therefore uses only what all of them have.
 */
package com.example.springai;
