// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.otel;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Answers questions, some of them in spans of OpenTelemetry: of its Java agent where there is one, else of an SDK that the program
 * makes. Prints the trace id and the span id that were current for each question, or a dash.
 */
public final class TracedDesk {
    private TracedDesk() {}

    static String answer(String question) {
        return look(question);
    }

    static String look(String question) {
        return "no idea";
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        // nothing of OpenTelemetry is loaded yet
        ask("first");
        new Traced(args.length > 0 && args[0].equals("sdk")).ask();
        ask("last");
    }

    private static void ask(String question) {
        answer(question);
        System.out.println(question + " -");
    }

    private static final class Traced {
        private final Tracer tracer;

        Traced(boolean sdk) {
            tracer = sdk ? SdkTracerProvider.builder().build().get("desk") : GlobalOpenTelemetry.getTracer("desk");
        }

        void ask() throws Exception {
            Span around = tracer.spanBuilder("around").startSpan();
            try (Scope scope = around.makeCurrent()) {
                ask("outer");
                Span inner = tracer.spanBuilder("inner").startSpan();
                try (Scope nested = inner.makeCurrent()) {
                    ask("inner");
                }
                inner.end();
                ask("outer again");
                ExecutorService pool = Executors.newSingleThreadExecutor();
                Future<?> elsewhere = pool.submit(Context.current().wrap(() -> ask("elsewhere")));
                elsewhere.get();
                pool.shutdown();
            }
            around.end();
            for (String other : List.of("one", "two")) {
                Span span = tracer.spanBuilder(other).setNoParent().startSpan();
                try (Scope scope = span.makeCurrent()) {
                    ask(other);
                }
                span.end();
            }
        }

        private static void ask(String question) {
            answer(question);
            SpanContext current = Span.current().getSpanContext();
            System.out.println(question + " " + current.getTraceId() + " " + current.getSpanId());
        }
    }
}
