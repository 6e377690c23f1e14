// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A service of plain servlets. */
package com.example.servlet;
