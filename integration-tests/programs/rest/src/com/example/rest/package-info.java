// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A service of Jakarta REST in containers without servlets. */
package com.example.rest;
