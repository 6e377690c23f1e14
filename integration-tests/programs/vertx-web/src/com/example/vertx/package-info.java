// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A service of Vert.x. */
package com.example.vertx;
