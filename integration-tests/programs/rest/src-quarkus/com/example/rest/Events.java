// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.rest;

import com.example.requests.Assistant;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** An endpoint that asks the assistant for each of its events, on threads that serve all users. */
@Path("/events")
public class Events {
    private static final Assistant ASSISTANT = new Assistant();

    @GET
    @Path("/{id}")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<String> events(@PathParam("id") String id) {
        return Multi.createFrom()
                .items(1, 2, 3)
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(event -> ASSISTANT.answer(id));
    }
}
