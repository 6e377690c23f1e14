// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.bedrock;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.retry.RetryPolicy;
import software.amazon.awssdk.core.retry.backoff.BackoffStrategy;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;

/** Clients of the test's server, which try again at once. */
final class Clients {
    private static final URI SERVER =
            URI.create(System.getProperty("openai.baseUrl").replaceAll("/v1/?$", ""));

    private static final StaticCredentialsProvider NOBODY =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("no-key", "no-secret"));

    private Clients() {}

    private static ClientOverrideConfiguration configuration() {
        return ClientOverrideConfiguration.builder()
                .retryPolicy(RetryPolicy.builder()
                        .numRetries(2)
                        .backoffStrategy(BackoffStrategy.none())
                        .throttlingBackoffStrategy(BackoffStrategy.none())
                        .build())
                .build();
    }

    static BedrockRuntimeClient blocking() {
        return BedrockRuntimeClient.builder()
                .endpointOverride(SERVER)
                .region(Region.EU_NORTH_1)
                .credentialsProvider(NOBODY)
                .overrideConfiguration(configuration())
                .build();
    }

    static BedrockRuntimeAsyncClient async() {
        return BedrockRuntimeAsyncClient.builder()
                .httpClientBuilder(NettyNioAsyncHttpClient.builder().protocol(Protocol.HTTP1_1))
                .endpointOverride(SERVER)
                .region(Region.EU_NORTH_1)
                .credentialsProvider(NOBODY)
                .overrideConfiguration(configuration())
                .build();
    }
}
