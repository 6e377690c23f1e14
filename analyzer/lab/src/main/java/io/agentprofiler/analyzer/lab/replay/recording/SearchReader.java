// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.recording;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.recording.EmbeddedTexts.Found;
import io.agentprofiler.analyzer.read.event.AttributeSet;
import io.agentprofiler.analyzer.trace.Span;
import io.agentprofiler.analyzer.trace.Trace;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import io.agentprofiler.shared.schema.SpanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads which texts were embedded, and what was found with them. */
final class SearchReader {
    private static final String LENGTHS = "agentprofiler.content.";
    private static final String INPUT = "agentprofiler.embeddings.input";
    private static final String QUERY = "retrieval.query.text";
    private static final String DOCUMENTS = "retrieval.documents";
    private static final String FOUND = "agentprofiler.retrieval.documents";
    private static final String STORE = "agentprofiler.store.class";
    private static final int HASH_CHARS = 8;

    private SearchReader() {}

    /** Returns what is known of the texts that a call embedded. */
    static EmbeddedTexts embedded(AttributeSet attributes) {
        Object input = attributes.get(INPUT);
        List<String> texts = new ArrayList<>();
        for (Object text : input instanceof List<?> list ? list : input == null ? List.of() : List.of(input)) {
            if (text instanceof String known) {
                texts.add(known);
            }
        }
        long chars = AnswerReader.chars(attributes, INPUT);
        // long texts are cut and secrets blanked before they are written: what was sent is not known then
        boolean whole = input != null && chars == ContentText.of(input).length();
        return new EmbeddedTexts(hashes(attributes, INPUT), whole ? texts : List.of(), chars, null);
    }

    /** Returns the innermost spans that looked for documents and say how many they found. */
    static List<Span> searches(Trace trace) {
        List<Span> searches = new ArrayList<>();
        for (Span span : trace.spans()) {
            if (isSearch(span) && inside(trace, span).stream().noneMatch(SearchReader::isSearch)) {
                searches.add(span);
            }
        }
        return searches;
    }

    private static boolean isSearch(Span span) {
        return span.kind() == SpanKind.RETRIEVAL && span.attributes().number(FOUND) >= 0;
    }

    /** Returns the spans below one. */
    static List<Span> inside(Trace trace, Span span) {
        return trace.spans().subList(span.index() + 1, span.index() + span.size());
    }

    /** Answers whether a span changes a store. */
    static boolean isWrite(Span span) {
        AttributeSet attributes = span.attributes();
        return span.kind() == SpanKind.FUNCTION
                && (attributes.get(STORE) != null || attributes.number(Attributes.INGEST_SEGMENTS) >= 0);
    }

    /** Returns what a search found; its query stands with it, or with a retriever around it. */
    static Found found(Span search) {
        AttributeSet attributes = search.attributes();
        Span asked = search;
        while (asked != null
                && asked.kind() == SpanKind.RETRIEVAL
                && asked.attributes().get(LENGTHS + QUERY) == null) {
            asked = asked.parent();
        }
        boolean known = asked != null && asked.kind() == SpanKind.RETRIEVAL;
        List<String> texts = new ArrayList<>();
        if (attributes.get("gen_ai." + DOCUMENTS) instanceof List<?> documents) {
            for (Object document : documents) {
                if (document instanceof Map<?, ?> fields && fields.get("content") instanceof String text) {
                    texts.add(text);
                }
            }
        }
        long count = attributes.number(FOUND);
        return new Found(
                known ? asked.attributes().text("gen_ai." + QUERY) : null,
                known ? AnswerReader.chars(asked.attributes(), QUERY) : Unknown.LONG,
                hashes(attributes, DOCUMENTS),
                texts.size() == count ? texts : List.of(),
                count,
                attributes.number(Attributes.REQUEST_TOP_K));
    }

    private static List<String> hashes(AttributeSet attributes, String name) {
        List<String> hashes = new ArrayList<>();
        if (attributes.get(LENGTHS + name) instanceof Map<?, ?> map && map.get("texts") instanceof String all) {
            for (int i = 0; i + HASH_CHARS <= all.length(); i += HASH_CHARS) {
                hashes.add(all.substring(i, i + HASH_CHARS));
            }
        }
        return hashes;
    }
}
