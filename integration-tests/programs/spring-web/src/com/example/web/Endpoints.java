// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.web;

import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** The endpoints, which are the same in Spring MVC and in WebFlux. */
@RestController
public class Endpoints {
    private final Assistant assistant = new Assistant();

    /** Asks the assistant while the service starts, as beans do that fill a cache. */
    public Endpoints() {
        assistant.answer("are you there");
    }

    @GetMapping("/health")
    public String health() {
        return "up";
    }

    @PostMapping("/desk/{id}/ask")
    public String ask(@PathVariable("id") String id, @RequestBody String question) {
        return assistant.answer(question);
    }

    @GetMapping("/desk/{id}/later")
    public CompletableFuture<String> later(@PathVariable("id") String id) {
        return CompletableFuture.supplyAsync(() -> assistant.answer(id));
    }

    @GetMapping(path = "/desk/{id}/words", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    public Flux<String> words(@PathVariable("id") String id) {
        return assistant.words(id);
    }

    @GetMapping("/desk/{id}/busy")
    public ResponseEntity<String> busy(@PathVariable("id") String id) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body(assistant.answer(id));
    }

    @GetMapping("/desk/{id}/fails")
    public String fails(@PathVariable("id") String id) {
        return assistant.answer("");
    }
}
