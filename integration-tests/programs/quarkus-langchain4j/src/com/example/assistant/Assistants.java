// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.assistant;

import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.config.ConfigProvider;

/** Two AI services: called in every way outside of any web request, and through REST. */
@QuarkusMain
public class Assistants implements QuarkusApplication {
    private final HttpClient http = HttpClient.newHttpClient();

    @Inject
    Guide guide;

    @Inject
    Poet poet;

    @Override
    @ActivateRequestContext
    public int run(String... args) throws Exception {
        System.out.println(guide.chat("Ada", "Weather?"));
        System.out.println(guide.chat("Ada", "And tomorrow?"));
        System.out.println(guide.chat("Bob", "Broken?"));
        System.out.println(poet.write("Oslo"));
        System.out.println(collected(poet.stream("streamed")));
        System.out.println(collected(guide.stream("Cid", "Weather?")));
        System.out.println(poet.stream("cut short")
                .select()
                .first(1)
                .collect()
                .asList()
                .await()
                .indefinitely());
        CompletableFuture<String> tokens = new CompletableFuture<>();
        poet.tokens("tokens")
                .onPartialResponse(text -> {})
                .onCompleteResponse(answer -> tokens.complete(answer.aiMessage().text()))
                .onError(tokens::completeExceptionally)
                .start();
        System.out.println(tokens.get());
        try {
            poet.write("Refuse");
        } catch (RuntimeException e) {
            System.out.println("refused");
        }
        for (String way : List.of("blocking", "once", "later", "stream")) {
            System.out.println(way + " " + get(way));
        }
        List<CompletableFuture<String>> both = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            both.add(CompletableFuture.supplyAsync(() -> get("blocking")));
        }
        for (CompletableFuture<String> one : both) {
            System.out.println("at once " + one.get());
        }
        return 0;
    }

    private static String collected(Multi<String> text) {
        return String.join("", text.collect().asList().await().indefinitely());
    }

    private String get(String way) {
        String port = ConfigProvider.getConfig().getValue("quarkus.http.port", String.class);
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/desk/Dee/" + way))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body()
                    .replace("data:", "")
                    .replace("\n", "");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
