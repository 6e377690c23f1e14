// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** A program that uses an SDK the agent has never heard of. */
package com.example.sdk;
