// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.Rule.Header.HeaderCall;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Reads where the header of a request goes. */
final class HeaderReader {
    private static final String CALLS = "methods called one after the other, the header's name and value given to one,"
            + " for example [\"newBuilder()\", \"header(java.lang.String,java.lang.String)\", \"build()\"]";
    private static final List<String> NAMES = List.of("java.lang.String", "java.lang.CharSequence");
    private static final List<String> VALUES =
            List.of("java.lang.String", "java.lang.CharSequence", "java.lang.Object", "java.lang.String[]");

    private HeaderReader() {}

    /** Returns what a rule says of it, {@code null} where it says nothing. */
    static Rule.Header read(Fields rule, ValueReader values) {
        Fields header = rule.object("header", "an object with host, present, into, class, and calls or entry");
        if (header == null) {
            return null;
        }
        header.only(List.of("host", "present", "into", "class", "calls", "entry"));
        need(header, "host", "where the request goes");
        need(header, "present", "a path to the header that is there already, or to the names of all");
        need(header, "into", "a path to what is given the header");
        need(header, "class", "the exact classes of what is given the header");
        if (header.has("calls") == header.has("entry")) {
            header.missing("calls", "either calls or entry: " + CALLS);
        }
        List<String> types = new ArrayList<>();
        for (Json.Text type : header.texts("class", "a class name or an array of class names")) {
            if (SignatureParser.isClassName(type.text())) {
                types.add(type.text());
            } else {
                header.wrong(type, "class", "a fully qualified class name");
            }
        }
        return new Rule.Header(
                values.read(header, "host"),
                header.path("present"),
                header.path("into"),
                types,
                calls(header),
                header.text("entry", "a component of a record"));
    }

    private static void need(Fields header, String key, String what) {
        if (!header.has(key)) {
            header.missing(key, what);
        }
    }

    private static List<HeaderCall> calls(Fields header) {
        List<HeaderCall> calls = new ArrayList<>();
        int given = 0;
        for (Json.Text text : header.texts("calls", CALLS)) {
            int hash = text.text().indexOf('#');
            String type = hash < 0 ? null : text.text().substring(0, hash);
            MethodSignature method = method(text.text().substring(hash + 1));
            boolean isSet = method != null && takesHeader(method.parameters());
            boolean fits = method != null
                    && (type == null
                            ? isSet || method.parameters().isEmpty()
                            : SignatureParser.isClassName(type)
                                    && method.parameters().size() == 1);
            if (!fits) {
                header.wrong(text, "calls", CALLS);
                continue;
            }
            given += isSet ? 1 : 0;
            calls.add(new HeaderCall(type, method));
        }
        if (header.has("calls") && given != 1) {
            header.problem("calls", "gives the header to " + given + " methods, expected one: " + CALLS);
        }
        return calls;
    }

    private static boolean takesHeader(List<String> parameters) {
        return parameters.size() == 2 && NAMES.contains(parameters.get(0)) && VALUES.contains(parameters.get(1));
    }

    private static MethodSignature method(String text) {
        try {
            MethodSignature method = SignatureParser.parse(text);
            return method.parameters() == null || method.name().equals("*") ? null : method;
        } catch (SignatureParser.SignatureException e) {
            return null;
        }
    }
}
