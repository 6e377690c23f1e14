// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Verifies publishers, subscribers and processors of reactive libraries by the Technology Compatibility Kit of Reactive Streams,
 * and writes down how each test went, so that two runs can be compared.
 */
package com.example.tck;
