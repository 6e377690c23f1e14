// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.build;

import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** A class with all kinds of lambda expressions, and what they answer. */
public final class Linked implements Callable<Map<String, Object>> {
    private final String own = "own";

    /** A record with all kinds of fields. */
    public record Row(
            boolean truth,
            byte tiny,
            char letter,
            short small,
            int number,
            long large,
            float rough,
            double fine,
            String text) {}

    /** What is switched over. */
    enum Size {
        SMALL,
        MEDIUM,
        LARGE,
        HUGE;

        /** A switch inside the enum itself. */
        boolean isLess() {
            return switch (this) {
                case SMALL, MEDIUM -> true;
                default -> false;
            };
        }
    }

    /** What an enclosed class asks for. */
    private static final class Inside {
        private final Supplier<String> answer = () -> "inside";
    }

    /** Two methods of the same name and types in one class. */
    @FunctionalInterface
    interface Shout {
        /** Says it louder, or what the default is. */
        String say(String text);

        /** Says it twice. */
        default String twice(String text) {
            return say(text) + say(text);
        }
    }

    private String secret(Object of) {
        return own + " " + of;
    }

    private static long count(List<?> list) {
        return list.size();
    }

    @Override
    public Map<String, Object> call() throws Exception {
        Map<String, Object> said = new LinkedHashMap<>();
        List<Object> classes = new ArrayList<>();
        Supplier<String> none = () -> "none";
        boolean truth = true;
        byte tiny = 1;
        char letter = 'b';
        short small = 3;
        int number = 4;
        long large = 5_000_000_000L;
        Supplier<String> captured = () -> own + truth + tiny + letter + small + number + large;
        Supplier<String> wide = new Wide(1.5, 2.5f).text();
        Function<Object, String> bound = this::secret;
        Function<String, Integer> unbound = String::length;
        ToLongFunction<List<?>> staticOne = Linked::count;
        IntFunction<List<Object>> constructor = ArrayList::new;
        IntFunction<String[]> array = String[]::new;
        IntBinaryOperator sum = Integer::sum;
        BiFunction<Integer, Integer, Integer> boxed = (left, right) -> left * right;
        Callable<Row> row = () -> new Row(true, (byte) 1, 'a', (short) 2, 3, 4L, 5.5f, 6.5, "x");
        Shout shout = text -> text.toUpperCase(java.util.Locale.ROOT) + "!";
        Runnable nothing = () -> classes.add("ran");
        nothing.run();
        said.put("none", none.get());
        said.put("captured", captured.get());
        said.put("wide", wide.get());
        said.put("bound", bound.apply(7));
        said.put("unbound", unbound.apply("four"));
        said.put("static", staticOne.applyAsLong(List.of(1, 2)));
        said.put("constructor", constructor.apply(3));
        said.put("array", array.apply(2).length);
        said.put("sum", sum.applyAsInt(1, 2));
        said.put("boxed", boxed.apply(6, 7));
        said.put("shout", shout.twice("a"));
        said.put("inside", new Inside().answer.get());
        said.put("ran", classes.size());
        said.put("row", row.call().toString());
        said.put("same row", row.call().equals(row.call()));
        said.put("other row", row.call().equals(new Row(true, (byte) 1, 'a', (short) 2, 3, 4L, 5.5f, -6.5, "x")));
        said.put("no row", row.call().equals("x"));
        said.put("hash", row.call().hashCode());
        said.put(
                "of",
                List.of(none, captured, bound, boxed).stream()
                        .map(each -> each.getClass().getName().contains("$Lambdas"))
                        .toList());
        List<Object> sizes = new ArrayList<>();
        for (Size size : Size.values()) {
            sizes.add(size.isLess());
            sizes.add(inches(size, RoundingMode.values()[size.ordinal()]));
            sizes.add(next(size).name());
        }
        said.put("sizes", sizes);
        said.put("always the same", none().equals(none()));
        return said;
    }

    /** Out of order, in another order, over an enum of the JDK, and within another switch. */
    private static int inches(Size size, RoundingMode rounding) {
        int inches = 0;
        switch (size) {
            case HUGE:
                inches += 100;
            // fall through
            case SMALL:
                inches++;
                break;
            case LARGE:
                inches += 10;
                break;
            default:
                inches = switch (rounding) {
                    case DOWN, UP -> 7;
                    default -> 8;
                };
        }
        return inches;
    }

    private static Size next(Size size) {
        return switch (size) {
            case LARGE -> Size.HUGE;
            case MEDIUM -> Size.LARGE;
            case SMALL -> Size.MEDIUM;
            case HUGE -> Size.SMALL;
        };
    }

    private static Supplier<String> none() {
        return () -> "always";
    }

    /** Captures what stays a lambda expression. */
    private record Wide(double fine, float rough) {
        Supplier<String> text() {
            double first = fine;
            float second = rough;
            return () -> first + " " + second;
        }
    }
}
