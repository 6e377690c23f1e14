// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.compiled;

import io.agentprofiler.rules.model.Value;
import io.agentprofiler.rules.value.ConditionalValue;
import io.agentprofiler.rules.value.ConstantValue;
import io.agentprofiler.rules.value.DataValue;
import io.agentprofiler.rules.value.MinusValue;
import io.agentprofiler.rules.value.ObjectValue;
import io.agentprofiler.rules.value.PathValue;
import io.agentprofiler.rules.value.PlusValue;
import io.agentprofiler.rules.value.RouteValue;
import io.agentprofiler.rules.value.SpelledValue;
import io.agentprofiler.rules.value.TextValue;
import io.agentprofiler.rules.value.TypesValue;
import io.agentprofiler.rules.value.UrlValue;
import io.agentprofiler.rules.value.list.EachValue;
import io.agentprofiler.rules.value.list.GroupValue;
import io.agentprofiler.rules.value.list.JoinValue;
import io.agentprofiler.rules.value.list.ListValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of attributes. */
final class ValueFormat {
    private static final int ABSENT = 0;
    private static final int PATH = 1;
    private static final int CONSTANT = 2;
    private static final int TEXT = 3;
    private static final int EACH = 4;
    private static final int OBJECT = 5;
    private static final int SPELLED = 6;
    private static final int MINUS = 7;
    private static final int PLUS = 8;
    private static final int CONDITIONAL = 9;
    private static final int DATA = 10;
    private static final int JOIN = 11;
    private static final int GROUP = 12;
    private static final int URL = 13;
    private static final int LIST = 14;
    private static final int TYPES = 15;
    private static final int ROUTE = 16;

    private static final UrlValue.UrlPart[] URL_PARTS = UrlValue.UrlPart.values();

    private ValueFormat() {}

    static void write(Value value, Output out) {
        if (value == null) {
            out.number(ABSENT);
        } else if (value instanceof PathValue path) {
            out.number(PATH);
            out.path(path.path());
        } else if (value instanceof ConstantValue constant) {
            out.number(CONSTANT);
            ConstantFormat.write(constant.value(), out);
        } else if (value instanceof TextValue text) {
            out.number(TEXT);
            TemplateFormat.write(text, out);
        } else if (value instanceof EachValue each) {
            out.number(EACH);
            out.path(each.each());
            write(each.as(), out);
        } else if (value instanceof ObjectValue object) {
            out.number(OBJECT);
            writeAll(object.fields(), out);
        } else if (value instanceof SpelledValue spelled) {
            out.number(SPELLED);
            out.path(spelled.of());
            out.textMap(spelled.exact());
            out.textMap(spelled.prefixes());
        } else if (value instanceof MinusValue minus) {
            out.number(MINUS);
            out.path(minus.from());
            out.path(minus.less());
        } else if (value instanceof PlusValue plus) {
            out.number(PLUS);
            out.paths(plus.paths());
        } else {
            writeRarer(value, out);
        }
    }

    private static void writeRarer(Value value, Output out) {
        if (value instanceof ConditionalValue conditional) {
            out.number(CONDITIONAL);
            out.path(conditional.condition());
            out.texts(Output.sorted(conditional.in()));
            write(conditional.then(), out);
            write(conditional.otherwise(), out);
        } else if (value instanceof DataValue data) {
            out.number(DATA);
            out.path(data.path());
            out.map(Output.sorted(data.classes()), (constants, to) -> to.map(constants, ConstantFormat::write));
            out.textMap(Output.sorted(data.names()));
        } else if (value instanceof JoinValue join) {
            out.number(JOIN);
            out.path(join.pieces());
        } else if (value instanceof GroupValue group) {
            out.number(GROUP);
            out.path(group.each());
            out.path(group.by());
            writeAll(group.fields(), out);
        } else if (value instanceof UrlValue url) {
            out.number(URL);
            out.path(url.url());
            out.word(url.part());
            out.texts(url.like());
        } else if (value instanceof TypesValue types) {
            out.number(TYPES);
            out.path(types.path());
        } else if (value instanceof RouteValue route) {
            out.number(ROUTE);
            out.paths(route.parts());
        } else if (value instanceof ListValue list) {
            out.number(LIST);
            out.list(list.values(), ValueFormat::write);
        } else {
            throw new IllegalArgumentException("a value without a format: " + value.getClass());
        }
    }

    static Value read(Input in) {
        return switch (in.number()) {
            case ABSENT -> null;
            case PATH -> new PathValue(in.path());
            case CONSTANT -> new ConstantValue(ConstantFormat.read(in));
            case TEXT -> TemplateFormat.read(in);
            case EACH -> new EachValue(in.path(), read(in));
            case OBJECT -> new ObjectValue(readAll(in));
            case SPELLED -> new SpelledValue(in.path(), in.textMap(), in.textMap());
            case MINUS -> new MinusValue(in.path(), in.path());
            case PLUS -> new PlusValue(in.paths());
            case CONDITIONAL -> new ConditionalValue(in.path(), in.textSet(), read(in), read(in));
            case DATA -> new DataValue(in.path(), classes(in), in.textMap());
            case JOIN -> new JoinValue(in.path());
            case GROUP -> new GroupValue(in.path(), in.path(), readAll(in));
            case URL -> new UrlValue(in.path(), in.word(URL_PARTS), in.texts());
            case LIST -> list(in);
            case TYPES -> new TypesValue(in.path());
            case ROUTE -> new RouteValue(in.paths());
            default -> throw new IllegalStateException("no value");
        };
    }

    static void writeAll(Map<String, Value> values, Output out) {
        out.map(values, ValueFormat::write);
    }

    static Map<String, Value> readAll(Input in) {
        int count = in.number();
        if (count == 0) {
            return Map.of();
        }
        Map<String, Value> values = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            values.put(name, read(in));
        }
        return values;
    }

    private static Value list(Input in) {
        int count = in.number();
        List<Value> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(read(in));
        }
        return new ListValue(values);
    }

    private static Map<String, Map<String, Object>> classes(Input in) {
        int count = in.number();
        Map<String, Map<String, Object>> classes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = in.text();
            int constants = in.number();
            Map<String, Object> written = new LinkedHashMap<>();
            for (int j = 0; j < constants; j++) {
                String constant = in.text();
                written.put(constant, ConstantFormat.read(in));
            }
            classes.put(name, written);
        }
        return classes;
    }

    /** Constants: texts, numbers, truths, and lists of them. */
    private static final class ConstantFormat {
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

    /** Text templates. */
    private static final class TemplateFormat {
        private static final int LITERAL = 0;
        private static final int ATTRIBUTE = 1;
        private static final int PATH = 2;

        private TemplateFormat() {}

        static void write(TextValue text, Output out) {
            out.text(text.template());
            out.list(text.parts(), TemplateFormat::write);
        }

        private static void write(TextValue.Part part, Output out) {
            if (part instanceof TextValue.Literal literal) {
                out.number(LITERAL);
                out.text(literal.text());
            } else if (part instanceof TextValue.AttributePart attribute) {
                out.number(ATTRIBUTE);
                out.text(attribute.name());
            } else if (part instanceof TextValue.PathPart path) {
                out.number(PATH);
                out.path(path.path());
            } else {
                throw new IllegalArgumentException("no rule file says " + part);
            }
        }

        static TextValue read(Input in) {
            String template = in.text();
            int count = in.number();
            List<TextValue.Part> parts = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                parts.add(part(in));
            }
            return new TextValue(template, parts);
        }

        private static TextValue.Part part(Input in) {
            return switch (in.number()) {
                case LITERAL -> new TextValue.Literal(in.text());
                case ATTRIBUTE -> new TextValue.AttributePart(in.text());
                case PATH -> new TextValue.PathPart(in.path());
                default -> throw new IllegalStateException("no part of a template");
            };
        }
    }
}
