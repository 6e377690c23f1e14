// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** An application of its own, without an AI framework, whose methods return everything that is not there yet. */
package com.example.reactive;
