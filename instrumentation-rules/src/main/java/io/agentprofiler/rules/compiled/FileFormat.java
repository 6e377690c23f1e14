// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.model.Coroutines;
import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.ReactiveType;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.rules.model.RuleFile;
import java.util.ArrayList;
import java.util.List;

/** Rule files, and what only files about types have. */
final class FileFormat {
    private FileFormat() {}

    static void write(RuleFile file, Output out) {
        out.text(file.name());
        out.text(file.title());
        out.texts(file.packages());
        out.texts(Output.sorted(file.metadata()));
        out.truth(file.onRequest());
        out.list(file.rules(), RuleFormat::write);
        out.list(file.reactive(), FileFormat::write);
        write(file.coroutines(), out);
    }

    static RuleFile read(Input in) {
        return new RuleFile(
                in.text(), in.text(), in.texts(), in.textSet(), in.truth(), rules(in), reactive(in), coroutines(in));
    }

    private static List<Rule> rules(Input in) {
        int count = in.number();
        List<Rule> rules = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rules.add(RuleFormat.read(in));
        }
        return rules;
    }

    private static void write(ReactiveType type, Output out) {
        out.text(type.type());
        out.text(type.wrap());
        out.text(type.factory());
        out.text(type.via());
        out.text(type.source());
        out.text(type.subscriber());
        out.truth(type.single());
        ReactiveType.Signals signals = type.signals();
        out.text(signals.subscribe());
        out.text(signals.next());
        out.text(signals.success());
        out.text(signals.complete());
        out.text(signals.error());
        out.text(signals.request());
        out.text(signals.cancel());
        ReactiveType.Context context = type.context();
        out.truth(context != null);
        if (context != null) {
            out.text(context.of());
            out.text(context.get());
            out.text(context.put());
        }
        out.texts(type.forward());
        ReactiveType.Subclass subclass = type.subclass();
        out.truth(subclass != null);
        if (subclass != null) {
            out.text(subclass.of());
            out.text(subclass.subscribe());
            out.texts(subclass.direct());
            out.texts(subclass.fields());
        }
        ReactiveType.Fusion fusion = type.fusion();
        out.truth(fusion != null);
        if (fusion != null) {
            out.text(fusion.offer());
            out.text(fusion.request());
            out.text(fusion.poll());
            out.text(fusion.empty());
            out.number(fusion.sync());
        }
        out.text(type.collect());
        out.texts(type.derive());
        out.texts(type.keep());
        out.list(type.deferred(), RuleFormat::write);
        out.texts(type.packages());
    }

    private static List<MethodSignature> methods(Input in) {
        int count = in.number();
        List<MethodSignature> methods = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            methods.add(RuleFormat.method(in));
        }
        return methods;
    }

    private static List<ReactiveType> reactive(Input in) {
        int count = in.number();
        List<ReactiveType> types = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ReactiveType.TypeDraft type = new ReactiveType.TypeDraft();
            type.type = in.text();
            type.wrap = in.text();
            type.factory = in.text();
            type.via = in.text();
            type.source = in.text();
            type.subscriber = in.text();
            type.single = in.truth();
            type.signals = new ReactiveType.Signals(
                    in.text(), in.text(), in.text(), in.text(), in.text(), in.text(), in.text());
            type.context = in.truth() ? new ReactiveType.Context(in.text(), in.text(), in.text()) : null;
            type.forward = in.texts();
            type.subclass = in.truth() ? new ReactiveType.Subclass(in.text(), in.text(), in.texts(), in.texts()) : null;
            type.fusion = in.truth()
                    ? new ReactiveType.Fusion(in.text(), in.text(), in.text(), in.text(), in.number())
                    : null;
            type.collect = in.text();
            type.derive = in.texts();
            type.keep = in.texts();
            type.deferred = methods(in);
            type.packages = in.texts();
            types.add(type.build());
        }
        return types;
    }

    private static void write(Coroutines coroutines, Output out) {
        out.truth(coroutines != null);
        if (coroutines != null) {
            out.text(coroutines.continuation());
            out.text(coroutines.suspended().type());
            out.text(coroutines.suspended().name());
            out.text(coroutines.failure().type());
            out.text(coroutines.failure().name());
            out.text(coroutines.nothing());
            out.text(coroutines.frame().type());
            RuleFormat.write(coroutines.frame().step(), out);
            out.text(coroutines.frame().label());
            out.textMap(Output.sorted(coroutines.callers()));
            out.texts(Output.sorted(coroutines.roots()));
            out.texts(Output.sorted(coroutines.generated()));
        }
    }

    private static Coroutines coroutines(Input in) {
        return in.truth()
                ? new Coroutines(
                        in.text(),
                        new Coroutines.NamedMember(in.text(), in.text()),
                        new Coroutines.NamedMember(in.text(), in.text()),
                        in.text(),
                        new Coroutines.Frame(in.text(), RuleFormat.method(in), in.text()),
                        in.textMap(),
                        in.textSet(),
                        in.textSet())
                : null;
    }
}
