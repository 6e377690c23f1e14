// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.bedrock;

import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.bedrockruntime.model.InvokeModelWithResponseStreamResponse;
import software.amazon.awssdk.services.bedrockruntime.model.InvokeModelWithResponseStreamResponseHandler;
import software.amazon.awssdk.services.bedrockruntime.model.PayloadPart;
import software.amazon.awssdk.services.bedrockruntime.model.ResponseStream;

/** A handler of the application's own. */
final class Handler implements InvokeModelWithResponseStreamResponseHandler {
    int events;
    int completed;
    int failed;

    @Override
    public synchronized void responseReceived(InvokeModelWithResponseStreamResponse response) {}

    @Override
    public void onEventStream(SdkPublisher<ResponseStream> events) {
        // an operator of the SDK's, as its examples use it
        events.filter(PayloadPart.class).subscribe(this::add);
    }

    private synchronized void add(PayloadPart part) {
        events += part.bytes() == null ? 0 : 1;
    }

    @Override
    public synchronized void exceptionOccurred(Throwable failure) {
        failed++;
    }

    @Override
    public synchronized void complete() {
        completed++;
    }
}
