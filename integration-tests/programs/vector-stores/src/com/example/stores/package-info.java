// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Stores of vectors, each with its own client, against servers that know just enough of the protocol. */
package com.example.stores;
