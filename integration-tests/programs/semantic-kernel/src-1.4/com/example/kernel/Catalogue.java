// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.data.vectorstorage.options.VectorSearchOptions;
import com.microsoft.semantickernel.orchestration.InvocationContext;
import com.microsoft.semantickernel.plugin.KernelPluginFactory;
import com.microsoft.semantickernel.semanticfunctions.KernelFunctionArguments;
import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import com.microsoft.semantickernel.services.chatcompletion.ChatHistory;
import java.util.List;
import reactor.core.publisher.Mono;

/** Asks a model that may call a function, the function itself, and a store: all but the model need a server. */
public final class Catalogue {
    /** Functions. */
    public static final class Desk {
        /** Returns where a book is. */
        @DefineKernelFunction(name = "place", description = "Where a book is")
        public String place(@KernelFunctionParameter(name = "title", description = "its title") String title) {
            ServerCards.ask("place");
            return title + " is on shelf 3";
        }
    }

    private Catalogue() {}

    /** Runs the program. */
    public static void main(String[] args) {
        Kernel kernel = Kernel.builder()
                .withPlugin(KernelPluginFactory.createFromObject(new Desk(), "desk"))
                .build();
        InvocationContext tools = Models.autoTools();
        ChatHistory history = new ChatHistory("You know books.");
        history.addUserMessage("Where is the atlas?");
        System.out.println(Programs.last(Models.chat()
                .getChatMessageContentsAsync(history, kernel, tools)
                .block()));
        System.out.println(kernel.invokeAsync(kernel.getFunction("desk", "place"))
                .withArguments(KernelFunctionArguments.builder()
                        .withVariable("title", "the globe")
                        .build())
                .block()
                .getResult());

        ServerCards<ServerCards.Card> cards = new ServerCards<>(ServerCards.Card.class);
        cards.createCollectionAsync().block();
        ServerCards.Card atlas = new ServerCards.Card("a", "The atlas", List.of(9f, 1f));
        System.out.println(cards.upsertAsync(atlas, null).block());
        System.out.println(cards.upsertBatchAsync(
                        List.of(
                                new ServerCards.Card("b", "The globe", List.of(1f, 9f)),
                                new ServerCards.Card("c", "The map", List.of(3f, 3f))),
                        null)
                .block());
        Mono<ServerCards.Card> later = cards.getAsync("a", null);
        cards.getAsync("unread", null);
        System.out.println(later.block() + " and again " + later.block());
        System.out.println(cards.getAsync("nobody", null).blockOptional());
        System.out.println(cards.getBatchAsync(List.of("b", "c"), null).block());
        cards.searchAsync("the atlas", VectorSearchOptions.builder().withTop(1).build())
                .block()
                .getResults()
                .forEach(found -> System.out.println(found.getRecord() + " " + found.getScore()));
        cards.deleteAsync("a", null).block();
        cards.deleteBatchAsync(List.of("b", "c"), null).block();
        System.out.println(cards.getAsync("a", null).blockOptional());
    }
}
