// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.agents.model;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.StreamingResponseHandler;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.image.ImageModel;
import dev.langchain4j.model.language.LanguageModel;
import dev.langchain4j.model.language.StreamingLanguageModel;
import dev.langchain4j.model.moderation.Moderation;
import dev.langchain4j.model.moderation.ModerationModel;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.model.scoring.ScoringModel;
import java.util.List;

/** Models of every other kind, each without a server. */
public final class OtherModels {
    private OtherModels() {}

    /** Returns the same vector for every text. */
    public static final class Flat implements EmbeddingModel {
        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
            return Response.from(
                    segments.stream()
                            .map(segment -> Embedding.from(new float[] {1, 0, 0}))
                            .toList(),
                    new TokenUsage(2 * segments.size()));
        }
    }

    /** Scores by length. */
    public static final class ByLength implements ScoringModel {
        @Override
        public Response<List<Double>> scoreAll(List<TextSegment> segments, String query) {
            return Response.from(
                    segments.stream()
                            .map(segment -> (double) segment.text().length())
                            .toList(),
                    new TokenUsage(7));
        }
    }

    /** Flags what shouts. */
    static final class NoShouting implements ModerationModel {
        @Override
        public Response<Moderation> moderate(String text) {
            return Response.from(text.endsWith("!") ? Moderation.flagged(text) : Moderation.notFlagged());
        }

        @Override
        public Response<Moderation> moderate(List<ChatMessage> messages) {
            return Response.from(Moderation.notFlagged());
        }
    }

    /** Draws nothing. */
    static final class Blank implements ImageModel {
        @Override
        public Response<Image> generate(String prompt) {
            return Response.from(
                    Image.builder().url("http://localhost/blank.png").build());
        }
    }

    /** Completes with three words. */
    static final class Completer implements LanguageModel {
        @Override
        public Response<String> generate(String prompt) {
            return Response.from("upon a time", new TokenUsage(4, 3), FinishReason.STOP);
        }
    }

    /** Completes word by word, or fails. */
    static final class StreamingCompleter implements StreamingLanguageModel {
        @Override
        public void generate(String prompt, StreamingResponseHandler<String> handler) {
            handler.onNext("upon");
            if (prompt.isBlank()) {
                handler.onError(new IllegalArgumentException("an empty prompt"));
                return;
            }
            handler.onNext(" a");
            handler.onNext(" time");
            handler.onComplete(Response.from("upon a time", new TokenUsage(4, 3), FinishReason.STOP));
        }
    }

    /** Prints what it gets. */
    static final class PrintingHandler implements StreamingResponseHandler<String> {
        @Override
        public void onNext(String token) {
            System.out.println("part '" + token + "'");
        }

        @Override
        public void onComplete(Response<String> response) {
            System.out.println("complete '" + response.content() + "'");
        }

        @Override
        public void onError(Throwable error) {
            System.out.println("failed: " + error.getMessage());
        }
    }

    /** Runs the program. */
    public static void main(String[] args) {
        EmbeddingModel embeddings = new Flat();
        System.out.println(embeddings.embed("one").content().dimension());
        System.out.println(embeddings.embed(TextSegment.from("one")).content().dimension());
        System.out.println(embeddings
                .embedAll(List.of(TextSegment.from("one"), TextSegment.from("two")))
                .content()
                .size());
        ScoringModel scoring = new ByLength();
        System.out.println(scoring.score("document", "query").content());
        System.out.println(
                scoring.scoreAll(List.of(TextSegment.from("document")), "query").content());
        ModerationModel moderation = new NoShouting();
        System.out.println(moderation.moderate("hey!").content().flagged());
        System.out.println(
                moderation.moderate(TextSegment.from("hello")).content().flagged());
        System.out.println(new Blank().generate("nothing").content().url());
        System.out.println(new Completer().generate("once").content());
        new StreamingCompleter().generate("once", new PrintingHandler());
        new StreamingCompleter().generate(" ", new PrintingHandler());
    }
}
