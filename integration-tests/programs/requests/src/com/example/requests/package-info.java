// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Shared by the services of the web tests: their visitor, and their assistant. */
package com.example.requests;
