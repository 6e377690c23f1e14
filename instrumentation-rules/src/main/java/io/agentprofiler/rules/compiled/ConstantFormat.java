// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import java.util.ArrayList;
import java.util.List;

/** Constants: texts, numbers, truths, and lists of them. */
final class ConstantFormat {
    private static final int TEXT = 0;
    private static final int WHOLE = 1;
    private static final int FRACTION = 2;
    private static final int TRUTH = 3;
    private static final int LIST = 4;

    private ConstantFormat() {}

    static void write(Object constant, Output out) {
        if (constant instanceof String text) {
            out.number(TEXT);
            out.text(text);
        } else if (constant instanceof Long number) {
            out.number(WHOLE);
            out.whole(number);
        } else if (constant instanceof Double number) {
            out.number(FRACTION);
            out.whole(Double.doubleToRawLongBits(number));
        } else if (constant instanceof Boolean truth) {
            out.number(TRUTH);
            out.truth(truth);
        } else if (constant instanceof List<?> list) {
            out.number(LIST);
            out.list(list, ConstantFormat::write);
        } else {
            throw new IllegalArgumentException("a constant without a format: " + constant);
        }
    }

    static Object read(Input in) {
        return switch (in.number()) {
            case TEXT -> in.text();
            case WHOLE -> in.whole();
            case FRACTION -> Double.longBitsToDouble(in.whole());
            case TRUTH -> in.truth();
            case LIST -> list(in);
            default -> throw new IllegalStateException("no constant");
        };
    }

    private static List<Object> list(Input in) {
        int count = in.number();
        List<Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(read(in));
        }
        return List.copyOf(list);
    }
}
