// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0

/** Requests with each HTTP client that the rules know. */
package com.example.http;
