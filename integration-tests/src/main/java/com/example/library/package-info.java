// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A program whose documents are in a store on a server that may be gone; it knows nothing of the profiler. */
package com.example.library;
