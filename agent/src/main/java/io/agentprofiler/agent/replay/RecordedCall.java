// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.replay;

import io.agentprofiler.rules.model.Replay;
import io.agentprofiler.rules.model.Rule;
import io.agentprofiler.shared.schema.Attributes;
import io.agentprofiler.shared.schema.ContentText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A call while it is read: what its start and its end say.
 *
 * <p><b>Threading:</b> one thread.
 */
final class RecordedCall {
    private static final String LENGTHS = "agentprofiler.content.";
    private static final String GENAI = "gen_ai.";

    final Rule rule;
    final String name;
    final long time;
    /** Whether a model was called below. */
    boolean models;
    /** Whether there was no room for its texts. */
    boolean dropped;

    /** When it ended; without an end it had not when the recording did. */
    long end = Long.MAX_VALUE;

    private final Map<String, Object> values = new HashMap<>();
    private String status;

    RecordedCall(Rule rule, String name, long time) {
        this.rule = rule;
        this.name = name;
        this.time = time;
    }

    /** Takes what is needed of a line's attributes; returns how many chars that is. */
    long take(Map<?, ?> attributes) {
        long chars = 0;
        for (String needed : names(rule.replay())) {
            for (String each : List.of(needed, lengthOf(needed))) {
                Object value = attributes.get(each);
                if (value != null) {
                    values.put(each, value);
                    chars += Data.chars(value);
                }
            }
        }
        if (Boolean.TRUE.equals(attributes.get(Attributes.WRAPPER))) {
            values.put(Attributes.WRAPPER, true);
        }
        return chars;
    }

    /** Takes how the call ended, and when. */
    void ended(String how, Object when) {
        status = how;
        end = when instanceof Long known ? known : end;
    }

    /** Returns how long it took, 0 where that is not known. */
    private long nanos() {
        return end == Long.MAX_VALUE ? 0 : Math.max(0, end - time);
    }

    /** Lets go of all texts: there is no room for them. */
    void drop() {
        dropped = true;
        values.clear();
    }

    /** Answers whether such calls are made whatever was recorded of them. */
    boolean isExcepted() {
        return rule.replay().isExcepted(values);
    }

    boolean isWrapper() {
        return values.containsKey(Attributes.WRAPPER);
    }

    Question question() {
        List<Object> asked = new ArrayList<>();
        for (String attribute : rule.replay().by()) {
            asked.add(values.get(attribute));
        }
        return Question.of(rule, name, asked);
    }

    /** Returns why no question can be equal to this call's, {@code null} where one can. */
    String unaskable(boolean payloadsDropped) {
        for (String attribute : rule.replay().by()) {
            if (values.get(attribute) == null && payloadsDropped) {
                return attribute + " may not have been recorded";
            }
            if (isIncomplete(attribute)) {
                return attribute + " was cut or blanked when it was recorded";
            }
        }
        return null;
    }

    /** Returns what answers the question. */
    RecordedAnswers.RecordedAnswer answer() {
        if (models) {
            return RecordedAnswers.RecordedAnswer.MADE;
        }
        if (status == null) {
            return RecordedAnswers.RecordedAnswer.none("it had not ended");
        }
        if (!status.equals("ok")) {
            return RecordedAnswers.RecordedAnswer.none(
                    status.equals("error") ? "it failed when it was recorded" : "it was " + status);
        }
        for (Map.Entry<String, List<String>> condition : rule.replay().when().entrySet()) {
            Object value = values.get(condition.getKey());
            if (!condition.getValue().contains(value == null ? Replay.ABSENT : value.toString())) {
                return RecordedAnswers.RecordedAnswer.none(condition.getKey() + " was "
                        + (value == null ? "not recorded" : "another") + ": its result cannot be made again");
            }
        }
        Map<String, Object> result = new HashMap<>();
        String without = null;
        for (String attribute : resultNames(rule.replay().result(), new HashSet<>())) {
            if (values.get(attribute) == null && isNoValue(attribute)) {
                continue;
            }
            if (values.get(attribute) == null) {
                without = attribute + " was not recorded, or is null";
            } else if (isIncomplete(attribute)) {
                return RecordedAnswers.RecordedAnswer.none(attribute + " was cut or blanked when it was recorded");
            } else {
                result.put(attribute, values.get(attribute));
            }
        }
        for (String attribute : classNames(rule.replay().result(), new HashSet<>())) {
            result.put(attribute, values.get(attribute));
        }
        String lost = Remade.problem(rule.replay().result(), result);
        if (lost != null) {
            return RecordedAnswers.RecordedAnswer.none(lost);
        }
        return without == null || Operations.mayReturnNothing(rule)
                ? new RecordedAnswers.RecordedAnswer(result, null, without, nanos())
                : RecordedAnswers.RecordedAnswer.none(without);
    }

    /** Answers whether it says something that an attribute has no value: the rule, or that a value was {@code null}. */
    private boolean isNoValue(String attribute) {
        return rule.replay().mayBeAbsent(attribute)
                || rule.replay().result() instanceof Replay.OfClass result
                        && result.name().equals(attribute)
                        && Replay.ABSENT.equals(values.get(result.type()));
    }

    /** Compares with the length that was noted before anything was cut or blanked. */
    private boolean isIncomplete(String attribute) {
        Object value = values.get(attribute);
        if (value == null) {
            return false;
        }
        boolean shorter = values.get(lengthOf(attribute)) instanceof Map<?, ?> length
                && length.get("chars") instanceof Long chars
                && chars != ContentText.of(value).length();
        return shorter || Data.isIncomplete(value);
    }

    private static Set<String> names(Replay replay) {
        Set<String> names = new HashSet<>(replay.by());
        names.addAll(replay.when().keySet());
        classNames(replay.result(), names);
        names.addAll(replay.except().keySet());
        return resultNames(replay.result(), names);
    }

    /** Adds the attributes that a result is made of. */
    private static Set<String> resultNames(Replay.Made made, Set<String> names) {
        if (made instanceof Replay.Recorded recorded) {
            names.add(recorded.name());
        } else if (made instanceof Replay.Written written) {
            names.add(written.name());
        } else if (made instanceof Replay.OfClass value) {
            names.add(value.name());
        } else if (made instanceof Replay.EachElement elements) {
            names.add(elements.name());
        } else if (made instanceof Replay.MapOf map) {
            names.add(map.name());
        } else if (made instanceof Replay.Called called) {
            called.of().forEach(each -> resultNames(each, names));
            called.with().forEach(each -> resultNames(each.argument(), names));
        }
        return names;
    }

    /** Adds the attributes that tell of what class a result, or a value in it, is. They may be absent. */
    private static Set<String> classNames(Replay.Made made, Set<String> names) {
        if (made instanceof Replay.OfClass value) {
            names.add(value.type());
        } else if (made instanceof Replay.MapOf map && map.types() != null) {
            names.add(map.types());
        } else if (made instanceof Replay.Called called) {
            called.of().forEach(each -> classNames(each, names));
            called.with().forEach(each -> classNames(each.argument(), names));
        }
        return names;
    }

    private static String lengthOf(String attribute) {
        return LENGTHS + (attribute.startsWith(GENAI) ? attribute.substring(GENAI.length()) : attribute);
    }

    /** Says what in a recorded result cannot be made again, before anybody asks for it. */
    private static final class Remade {
        private Remade() {}

        /** Returns what of a result is not recorded exactly, in words without what was recorded; {@code null} for nothing. */
        static String problem(Replay.Made made, Map<?, ?> recorded) {
            if (made instanceof Replay.EachElement elements) {
                return recorded.get(elements.name()) instanceof List<?> list ? elements(elements, list) : null;
            }
            if (made instanceof Replay.MapOf map) {
                Object types = map.types() == null ? null : recorded.get(map.types());
                Object value = recorded.get(map.name());
                return value != null && TypedData.of(value, types) == TypedData.UNKNOWN
                        ? map.name() + " cannot be made again: " + types(types)
                        : null;
            }
            if (made instanceof Replay.Called called) {
                for (Replay.Made argument : called.of()) {
                    String problem = problem(argument, recorded);
                    if (problem != null) {
                        return problem;
                    }
                }
                for (Replay.Setting setting : called.with()) {
                    String problem = problem(setting.argument(), recorded);
                    if (problem != null) {
                        return problem;
                    }
                }
            }
            return null;
        }

        private static String elements(Replay.EachElement elements, List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> fields) {
                    for (String field : elements.unless()) {
                        if (fields.containsKey(field)) {
                            return "an element of " + elements.name() + " has " + field
                                    + ", which is not recorded whole";
                        }
                    }
                    String problem = problem(elements.as(), fields);
                    if (problem != null) {
                        return problem;
                    }
                }
            }
            return null;
        }

        private static String types(Object types) {
            String names = TypedData.named(types);
            return names.isEmpty() ? "a value in it is not recorded exactly" : "values in it are of " + names;
        }
    }
}
