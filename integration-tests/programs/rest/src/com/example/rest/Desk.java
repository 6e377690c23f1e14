// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.rest;

import com.example.requests.Assistant;
import com.example.requests.Visitor;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The endpoints that ask the assistant. */
@Path("/desk")
public class Desk {
    /** Asked while the service starts, as by services that fill a cache. */
    private static final Assistant ASSISTANT = new Assistant();

    /** Events wait for the head: some servers send it when the method has returned, and fail if an event does so meanwhile. */
    static volatile boolean headFirst;

    static {
        ASSISTANT.answer("are you there");
    }

    @POST
    @Path("/{id}/ask")
    @Produces(MediaType.TEXT_PLAIN)
    public String ask(@PathParam("id") String id, String question) {
        return ASSISTANT.answer(question);
    }

    @GET
    @Path("/{id}/later")
    @Produces(MediaType.TEXT_PLAIN)
    public CompletionStage<String> later(@PathParam("id") String id) {
        return CompletableFuture.supplyAsync(() -> ASSISTANT.answer(id));
    }

    /** Answers word by word on a thread of its own, when the method has long returned. */
    @GET
    @Path("/{id}/words")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public void words(@PathParam("id") String id, @Context SseEventSink sink, @Context Sse sse) {
        new Thread(() -> send(id, sink, sse)).start();
    }

    private static void send(String id, SseEventSink sink, Sse sse) {
        try (sink) {
            if (headFirst) {
                Visitor.awaitHead();
            }
            sink.send(sse.newEvent(ASSISTANT.answer("re")));
            sink.send(sse.newEvent(ASSISTANT.answer(id)));
        } catch (Exception e) { // what close throws depends on the version of the API
            throw new IllegalStateException(e);
        }
    }

    @GET
    @Path("/{id}/busy")
    @Produces(MediaType.TEXT_PLAIN)
    public Response busy(@PathParam("id") String id) {
        return Response.status(Response.Status.SERVICE_UNAVAILABLE)
                .entity(ASSISTANT.answer(id))
                .build();
    }

    @GET
    @Path("/{id}/fails")
    @Produces(MediaType.TEXT_PLAIN)
    public String fails(@PathParam("id") String id) {
        return ASSISTANT.answer("");
    }
}
