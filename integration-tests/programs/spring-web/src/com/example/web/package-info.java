// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Services that answer requests of the web with what an assistant says, or without asking it, and their visitor. */
package com.example.web;
