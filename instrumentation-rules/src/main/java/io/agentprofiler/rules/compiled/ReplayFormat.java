// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.model.MethodSignature;
import io.agentprofiler.rules.model.Replay;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How recorded calls answer others. */
final class ReplayFormat {
    private static final int NOTHING = 0;
    private static final int RECORDED = 1;
    private static final int ELEMENTS = 2;
    private static final int CALLED = 3;
    private static final int OF_CLASS = 4;
    private static final int MAP = 5;
    private static final int WRITTEN = 6;

    private ReplayFormat() {}

    static void write(Replay replay, Output out) {
        out.texts(replay.by());
        out.map(replay.when(), (texts, to) -> to.texts(texts));
        out.map(replay.except(), (texts, to) -> to.texts(texts));
        write(replay.result(), out);
        out.text(replay.never());
    }

    static Replay read(Input in) {
        return new Replay(in.texts(), conditions(in), conditions(in), made(in), in.text());
    }

    private static Map<String, List<String>> conditions(Input in) {
        int count = in.number();
        Map<String, List<String>> when = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            when.put(name, in.texts());
        }
        return when;
    }

    private static void write(Replay.Made made, Output out) {
        if (made == null) {
            out.number(NOTHING);
        } else if (made instanceof Replay.Recorded recorded) {
            out.number(RECORDED);
            out.text(recorded.name());
        } else if (made instanceof Replay.Written written) {
            out.number(WRITTEN);
            out.text(written.name());
        } else if (made instanceof Replay.OfClass value) {
            out.number(OF_CLASS);
            out.text(value.name());
            out.text(value.type());
        } else if (made instanceof Replay.EachElement elements) {
            out.number(ELEMENTS);
            out.text(elements.name());
            out.texts(elements.unless());
            write(elements.as(), out);
        } else if (made instanceof Replay.MapOf map) {
            out.number(MAP);
            out.text(map.name());
            out.text(map.types());
            out.text(map.keys());
        } else {
            Replay.Called called = (Replay.Called) made;
            out.number(CALLED);
            out.text(called.type());
            RuleFormat.write(called.method(), out);
            out.list(called.of(), ReplayFormat::write);
            out.list(called.with(), (setting, to) -> {
                RuleFormat.write(setting.method(), to);
                write(setting.argument(), to);
            });
            out.truth(called.build() != null);
            if (called.build() != null) {
                RuleFormat.write(called.build(), out);
            }
        }
    }

    private static Replay.Made made(Input in) {
        return switch (in.number()) {
            case NOTHING -> null;
            case RECORDED -> new Replay.Recorded(in.text());
            case WRITTEN -> new Replay.Written(in.text());
            case ELEMENTS -> new Replay.EachElement(in.text(), in.texts(), made(in));
            case MAP -> new Replay.MapOf(in.text(), in.text(), in.text());
            case CALLED -> called(in);
            case OF_CLASS -> new Replay.OfClass(in.text(), in.text());
            default -> throw new IllegalStateException("no way to make an object");
        };
    }

    private static Replay.Called called(Input in) {
        String type = in.text();
        MethodSignature method = RuleFormat.method(in);
        int arguments = in.number();
        List<Replay.Made> of = new ArrayList<>(arguments);
        for (int i = 0; i < arguments; i++) {
            of.add(made(in));
        }
        int settings = in.number();
        List<Replay.Setting> with = new ArrayList<>(settings);
        for (int i = 0; i < settings; i++) {
            with.add(new Replay.Setting(RuleFormat.method(in), made(in)));
        }
        return new Replay.Called(type, method, of, with, in.truth() ? RuleFormat.method(in) : null);
    }
}
