// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.jfr.event;

import io.agentprofiler.agent.event.ModelServerSample;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * What one poll of a model server found.
 *
 * <p><b>Threading:</b> made and committed on the ring's consumer, some milliseconds after the poll.
 */
@Name("agentprofiler.Backend")
@Label("Model Server")
@Description("A sample of a model server's own metrics, if agentprofiler.backends names servers")
@Category("Agent Profiler")
@StackTrace(false)
@Threshold("0 ns")
public final class ModelServerEvent extends Event {
    @Label("Endpoint")
    @Description("The server's address, without user, password and query")
    String endpoint;

    @Label("Up")
    @Description("False when the poll failed; nothing else is known then")
    boolean up;

    @Label("Failure")
    @Description("Why the poll failed; empty when it did not")
    String failure;

    @Label("Server")
    @Description("vllm, sglang or skyrl")
    String server;

    @Label("Model")
    @Description("The model's name; empty when the server does not say")
    String model;

    @Label("Engines")
    @Description("Replicas of the model that the figures cover; N/A when unknown")
    double engines;

    @Label("Running Requests")
    @Description("Requests being worked on; N/A when unknown")
    double running;

    @Label("Waiting Requests")
    @Description("Requests in the queue; N/A when unknown")
    double waiting;

    @Label("KV Cache Usage")
    @Description("Share of the KV cache in use, 0 to 1, the engines' mean; N/A when unknown")
    double kvCacheUsage;

    @Label("KV Cache Usage Maximum")
    @Description("Share of the KV cache in use in the fullest engine; N/A when unknown")
    double kvCacheUsageMax;

    @Label("Prefix Cache Queries")
    @Description("Prompt tokens looked up in the prefix cache since the server's start; N/A when unknown")
    double prefixCacheQueries;

    @Label("Prefix Cache Hits")
    @Description("Prompt tokens found in the prefix cache since the server's start; N/A when unknown")
    double prefixCacheHits;

    @Label("Prompt Tokens")
    @Description("Prompt tokens since the server's start; N/A when unknown")
    double promptTokens;

    @Label("Generation Tokens")
    @Description("Generated tokens since the server's start; N/A when unknown")
    double generationTokens;

    @Label("Preemptions")
    @Description("Requests evicted because the KV cache was full, since the server's start; N/A when unknown")
    double preemptions;

    @Label("Finished Requests")
    @Description("Requests finished since the server's start; N/A when unknown")
    double requests;

    @Label("Finish Reasons")
    @Description("Finished requests by finish reason, as in length=160 stop=1840; empty when unknown")
    String finishReasons;

    @Label("KV Cache Capacity")
    @Description("Tokens that fit the KV cache, all engines together; N/A when unknown")
    double kvCacheCapacityTokens;

    @Label("KV Cache Tokens")
    @Description("Tokens in the KV cache, where the server counts them; N/A when unknown")
    double kvCacheUsedTokens;

    @Label("KV Cache Block")
    @Description("Tokens of a block of the KV cache; N/A when unknown")
    double kvCacheBlockTokens;

    @Label("Queue Time")
    @Description("Seconds that requests were in the queue since the server's start; N/A when unknown")
    double queueSeconds;

    @Label("Queued Requests")
    @Description("Requests whose time is in Queue Time; N/A when unknown")
    double queueRequests;

    @Label("Prefill Time")
    @Description("Seconds that requests were prefilled since the server's start; N/A when unknown")
    double prefillSeconds;

    @Label("Prefilled Requests")
    @Description("Requests whose time is in Prefill Time; N/A when unknown")
    double prefillRequests;

    @Label("First Token Time")
    @Description("Seconds from requests' arrivals to their first tokens since the server's start; N/A when unknown")
    double firstTokenSeconds;

    @Label("First Tokens")
    @Description("Requests whose time is in First Token Time; N/A when unknown")
    double firstTokenRequests;

    /** Fills the event. */
    public void fill(ModelServerSample sample) {
        endpoint = EventText.of(sample.endpoint());
        up = sample.isUp();
        failure = EventText.of(sample.failure());
        ModelServerSample.Figures figures =
                sample.figures() == null ? ModelServerSample.Figures.NONE : sample.figures();
        server = figures.server();
        model = EventText.of(figures.model());
        engines = EventText.known(figures.engines());
        running = EventText.known(figures.running());
        waiting = EventText.known(figures.waiting());
        kvCacheUsage = EventText.known(figures.kvCacheUsage());
        kvCacheUsageMax = EventText.known(figures.kvCacheUsageMax());
        prefixCacheQueries = EventText.known(figures.prefixQueries());
        prefixCacheHits = EventText.known(figures.prefixHits());
        promptTokens = EventText.known(figures.promptTokens());
        generationTokens = EventText.known(figures.generationTokens());
        preemptions = EventText.known(figures.preemptions());
        requests = EventText.known(figures.requests());
        finishReasons = reasons(figures);
        kvCacheCapacityTokens = EventText.known(figures.cache().capacityTokens());
        kvCacheUsedTokens = EventText.known(figures.cache().usedTokens());
        kvCacheBlockTokens = EventText.known(figures.cache().blockTokens());
        queueSeconds = EventText.known(figures.waits().queueSeconds());
        queueRequests = EventText.known(figures.waits().queued());
        prefillSeconds = EventText.known(figures.waits().prefillSeconds());
        prefillRequests = EventText.known(figures.waits().prefilled());
        firstTokenSeconds = EventText.known(figures.waits().firstTokenSeconds());
        firstTokenRequests = EventText.known(figures.waits().firstTokens());
    }

    private static String reasons(ModelServerSample.Figures figures) {
        StringBuilder text = new StringBuilder();
        figures.finished()
                .forEach((reason, requests) -> text.append(text.isEmpty() ? "" : " ")
                        .append(reason)
                        .append('=')
                        .append(requests.longValue()));
        return EventText.of(text.toString());
    }
}
