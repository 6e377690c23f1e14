// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
/** Programs that call models of Amazon Bedrock through the AWS SDK, without a framework. They know nothing of the profiler. */
package com.example.bedrock;
