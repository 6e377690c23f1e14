// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A program whose tool and whose own methods ask a server that may be gone; it knows nothing of the profiler. */
package com.example.stock;
