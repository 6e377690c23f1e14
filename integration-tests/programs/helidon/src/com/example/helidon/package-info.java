// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Services of Helidon. */
package com.example.helidon;
