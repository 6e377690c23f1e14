// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.parse.rule;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.ReactiveType.Signals;
import io.agentprofiler.rules.parse.json.Fields;
import io.agentprofiler.rules.parse.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads {@code reactive}: the types of reactive libraries. */
public final class ReactiveReader {
    public static final List<String> KEYS = List.of(
            "type",
            "wrap",
            "factory",
            "via",
            "subclass",
            "subscriber",
            "single",
            "signals",
            "context",
            "fusion",
            "collect",
            "derive",
            "forward",
            "keep",
            "deferred",
            "packages");
    public static final List<String> SIGNALS =
            List.of("subscribe", "next", "success", "complete", "error", "request", "cancel");
    public static final List<String> CONTEXT = List.of("of", "get", "put");
    public static final List<String> SUBCLASS = List.of("of", "subscribe", "direct", "source", "fields");
    public static final List<String> FUSION = List.of("offer", "request", "poll", "empty", "sync");

    private static final String CLASS = "a fully qualified class name, nested classes with $";
    private static final String PACKAGE = "a package name with a trailing dot";
    private static final Pattern METHOD = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");

    private ReactiveReader() {}

    /** Returns the types; when there were problems they may be incomplete, and are not to be used. */
    public static List<ReactiveType> read(Fields file) {
        List<ReactiveType> types = new ArrayList<>();
        Json json = file.get("reactive");
        if (json == null) {
            return types;
        }
        if (!(json instanceof Json.Arr array)) {
            file.wrong(json, "reactive", "an array of types");
            return types;
        }
        for (Json item : array.items()) {
            if (item instanceof Json.Obj object) {
                types.add(type(new Fields(object, "reactive", file.problems()).only(KEYS)));
            } else {
                file.wrong(item, "reactive", "an object with type and subscriber");
            }
        }
        return types;
    }

    private static ReactiveType type(Fields fields) {
        String type = className(fields, "type");
        MethodSignature wrap = wrap(fields);
        String factory = method(fields, "factory", null);
        if (factory != null && !fields.has("wrap")) {
            fields.missing("wrap", "the method of what '" + factory + "' returns that takes a source");
        }
        Fields subclass = fields.object("subclass", "an object with of");
        if (subclass != null && (wrap != null || fields.has("via"))) {
            fields.problem("subclass", "is for a type without wrap, factory and via");
        }
        String source = wrap == null ? type : wrap.parameters().get(0);
        ReactiveType.TypeDraft draft = new ReactiveType.TypeDraft();
        draft.type = type;
        draft.wrap = wrap == null ? null : wrap.name();
        draft.factory = factory;
        draft.via = method(fields, "via", null);
        draft.source = subclass != null && subclass.has("source") ? className(subclass, "source") : source;
        draft.subscriber = className(fields, "subscriber");
        draft.single = fields.bool("single", false);
        draft.signals = signals(fields);
        draft.context = context(fields);
        draft.forward = classNames(fields, "forward");
        draft.subclass = subclass(subclass);
        draft.fusion = fusion(fields);
        draft.collect = method(fields, "collect", null);
        draft.derive = methods(fields, "derive");
        draft.keep = classNames(fields, "keep");
        draft.deferred = deferred(fields);
        draft.packages = packages(fields);
        return draft.build();
    }

    private static ReactiveType.Subclass subclass(Fields fields) {
        if (fields == null) {
            return null;
        }
        fields.only(SUBCLASS);
        return new ReactiveType.Subclass(
                className(fields, "of"),
                method(fields, "subscribe", "subscribe"),
                methods(fields, "direct"),
                methods(fields, "fields"));
    }

    private static ReactiveType.Fusion fusion(Fields type) {
        Fields fields = type.object("fusion", "an object of method names, and of a number");
        if (fields == null) {
            return null;
        }
        fields.only(FUSION);
        for (String key : FUSION) {
            if (!fields.has(key)) {
                fields.missing(key, key.equals("sync") ? "a number" : "a method name");
            }
        }
        Long sync = fields.wholeNumber("sync");
        return new ReactiveType.Fusion(
                method(fields, "offer", null),
                method(fields, "request", null),
                method(fields, "poll", null),
                method(fields, "empty", null),
                sync == null ? 0 : sync.intValue());
    }

    private static String className(Fields fields, String name) {
        if (!fields.has(name)) {
            fields.missing(name, CLASS);
            return null;
        }
        String text = fields.text(name, CLASS);
        if (text != null && !SignatureParser.isClassName(text)) {
            fields.wrong(fields.get(name), name, CLASS);
            return null;
        }
        return text;
    }

    private static MethodSignature wrap(Fields fields) {
        String expected = "a static method of the type that takes a source, for example \"from(com.acme.Source)\"";
        String text = fields.text("wrap", expected);
        if (text == null) {
            return null;
        }
        try {
            MethodSignature method = SignatureParser.parse(text);
            if (!method.name().equals("*")
                    && method.parameters() != null
                    && method.parameters().size() == 1) {
                return method;
            }
            fields.wrong(fields.get("wrap"), "wrap", expected);
        } catch (SignatureParser.SignatureException e) {
            fields.problem("wrap", e.getMessage());
        }
        return null;
    }

    private static Signals signals(Fields type) {
        Fields fields = type.object("signals", "an object of method names");
        Signals standard = Signals.STANDARD;
        if (fields == null) {
            return standard;
        }
        fields.only(SIGNALS);
        return new Signals(
                method(fields, "subscribe", standard.subscribe()),
                method(fields, "next", standard.next()),
                method(fields, "success", standard.success()),
                method(fields, "complete", standard.complete()),
                method(fields, "error", standard.error()),
                method(fields, "request", standard.request()),
                method(fields, "cancel", standard.cancel()));
    }

    private static ReactiveType.Context context(Fields type) {
        Fields fields = type.object("context", "an object with of, get and put, all method names");
        if (fields == null) {
            return null;
        }
        fields.only(CONTEXT);
        for (String key : CONTEXT) {
            if (!fields.has(key)) {
                fields.missing(key, "a method name");
            }
        }
        return new ReactiveType.Context(
                method(fields, "of", null), method(fields, "get", null), method(fields, "put", null));
    }

    private static String method(Fields fields, String name, String absent) {
        String text = fields.text(name, "a method name");
        if (text == null) {
            return absent;
        }
        if (!METHOD.matcher(text).matches()) {
            fields.wrong(fields.get(name), name, "a method name");
        }
        return text;
    }

    private static List<String> methods(Fields fields, String key) {
        List<String> names = new ArrayList<>();
        for (Json.Text text : fields.texts(key, "a method name")) {
            if (METHOD.matcher(text.text()).matches()) {
                names.add(text.text());
            } else {
                fields.wrong(text, key, "a method name");
            }
        }
        return names;
    }

    private static List<MethodSignature> deferred(Fields fields) {
        String expected = "a method with its parameter types, for example \"later(java.util.function.Supplier)\"";
        List<MethodSignature> methods = new ArrayList<>();
        for (Json.Text text : fields.texts("deferred", expected)) {
            try {
                MethodSignature method = SignatureParser.parse(text.text());
                if (method.name().equals("*")
                        || method.parameters() == null
                        || method.parameters().size() > 1) {
                    fields.wrong(text, "deferred", expected);
                } else {
                    methods.add(method);
                }
            } catch (SignatureParser.SignatureException e) {
                fields.problem("deferred", e.getMessage());
            }
        }
        return methods;
    }

    private static List<String> classNames(Fields fields, String key) {
        List<String> names = new ArrayList<>();
        for (Json.Text text : fields.texts(key, CLASS)) {
            if (SignatureParser.isClassName(text.text())) {
                names.add(text.text());
            } else {
                fields.wrong(text, key, CLASS);
            }
        }
        return names;
    }

    private static List<String> packages(Fields fields) {
        List<String> names = new ArrayList<>();
        for (Json.Text text : fields.texts("packages", PACKAGE)) {
            if (text.text().endsWith(".")) {
                names.add(text.text());
            } else {
                fields.wrong(text, "packages", PACKAGE);
            }
        }
        return names;
    }
}
