// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** A program that implements all types that frameworks leave to their users, and reports its callers. */
package com.example.own;
