// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A program that implements whatever types frameworks leave to their users, and tells who calls it. */
package com.example.own;
