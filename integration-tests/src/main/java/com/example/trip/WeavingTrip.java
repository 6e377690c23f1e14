// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import static net.bytebuddy.matcher.ElementMatchers.isAnnotatedWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.SuperCall;

/**
 * The agent in an application that weaves classes itself, with a Byte Buddy of its own: methods of the framework that are
 * loaded already and methods that are not, and a model whose class is made at run time. Prints how often each was called.
 */
public final class WeavingTrip extends LangChain4jTrip {
    private static final Map<String, Integer> CALLS = new ConcurrentSkipListMap<>();

    /** Woven into the methods. */
    public static final class Count {
        private Count() {}

        /** Counts a call. */
        @Advice.OnMethodEnter
        public static void enter(@Advice.Origin("#t.#m") String method) {
            WeavingTrip.count(method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1));
        }
    }

    /** The interceptor of the model class generated at run time, around its superclass. */
    public static final class Around {
        private Around() {}

        /** Counts a call and makes it. */
        public static ChatResponse call(@SuperCall Callable<ChatResponse> call) throws Exception {
            count("made at run time: doChat");
            return call.call();
        }
    }

    private WeavingTrip() {}

    /** Runs the program. */
    public static void main(String[] args) {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        WeavingTrip trip = new WeavingTrip(); // loads the store's class, which is then woven by retransformation
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .type(namedOneOf(
                        "dev.langchain4j.model.openai.OpenAiStreamingChatModel",
                        "dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore",
                        "com.example.trip.LangChain4jTrip$Tools"))
                .transform((builder, type, loader, module, domain) -> builder.visit(
                        Advice.to(Count.class).on(namedOneOf("doChat", "search").or(isAnnotatedWith(Tool.class)))))
                .installOn(instrumentation);
        trip.run();
        CALLS.forEach((what, calls) -> System.out.println(what + ": " + calls));
    }

    /** Counts a call; called by woven classes. */
    public static void count(String what) {
        CALLS.merge(what, 1, Integer::sum);
    }

    @Override
    protected ChatModel chat() {
        OpenAiChatModel.OpenAiChatModelBuilder builder = OpenAiChatModel.builder()
                .baseUrl(Trip.BASE_URL)
                .apiKey("no-key")
                .modelName(Trip.MODEL);
        try {
            return new ByteBuddy()
                    .subclass(OpenAiChatModel.class)
                    .method(named("doChat"))
                    .intercept(MethodDelegation.to(Around.class))
                    .make()
                    .load(WeavingTrip.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                    .getLoaded()
                    .getConstructor(OpenAiChatModel.OpenAiChatModelBuilder.class)
                    .newInstance(builder);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
