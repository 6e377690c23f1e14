// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.stack.StackSink.Frame;
import io.agentprofiler.analyzer.read.stack.StackUnit;
import io.agentprofiler.analyzer.read.tree.Located;
import io.agentprofiler.schema.SpanKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a file says of itself, its frames and its profiles, without what the profiles hold. */
final class ProfileIndex implements ProfileFile.Fields {
    private static final Map<String, Long> NANOS =
            Map.of("nanoseconds", 1L, "microseconds", 1_000L, "milliseconds", 1_000_000L, "seconds", 1_000_000_000L);
    private static final String EVENTED = "evented";
    private static final String SAMPLED = "sampled";
    private static final String BYTES = "bytes";
    private static final String NONE = "none";

    private final List<Frame> frames = new ArrayList<>();
    private final List<Profile> profiles = new ArrayList<>();
    private Located framesRead;
    private String exporter;
    private long zeroNanos;
    private long number;

    private String type;
    private String name;
    private String unit;

    /**
     * A profile.
     *
     * @param type {@code evented} or {@code sampled}; {@code null} where it is neither, and left out
     * @param name for people, or {@code null}
     * @param unit what its numbers count
     * @param nanos length of the unit where that is time, else 0
     */
    record Profile(String type, String name, StackUnit unit, long nanos) {
        /** Answers whether its frames are spans: they have times. */
        boolean isOfSpans() {
            return EVENTED.equals(type) && unit == StackUnit.TIME;
        }

        /** Answers whether it holds sums by path. */
        boolean isOfSums() {
            return type != null && !isOfSpans();
        }

        /** Answers whether it is a list of frames that open and close. */
        boolean isEvented() {
            return EVENTED.equals(type);
        }

        /** Returns an amount in whole units: nanoseconds where it is time; {@code null} where it is none. */
        BigDecimal amount(Object value) {
            BigDecimal number = value instanceof Long whole
                    ? BigDecimal.valueOf(whole)
                    : value instanceof BigDecimal decimal ? decimal : null;
            return number == null || nanos == 0 ? number : number.multiply(BigDecimal.valueOf(nanos));
        }
    }

    private ProfileIndex() {}

    /** Reads what is needed to understand a file's profiles. */
    static ProfileIndex of(TraceFile file, Problems problems) throws IOException {
        ProfileIndex index = new ProfileIndex();
        index.number = ProfileFile.read(file, index, problems);
        index.frames();
        return index;
    }

    List<Frame> allFrames() {
        return frames;
    }

    List<Profile> profiles() {
        return profiles;
    }

    /** Returns a profile, {@code null} where there is none. */
    Profile profile(int at) {
        return at < profiles.size() ? profiles.get(at) : null;
    }

    /** Returns a number made of what the file holds. */
    long number() {
        return number;
    }

    /** Answers whether the analyzer wrote the file. */
    boolean isOwn() {
        return OwnFields.EXPORTER.equals(exporter);
    }

    /** Returns the moment from which times count, in nanoseconds since 1970; 0 where the file does not say. */
    long zeroNanos() {
        return isOwn() ? zeroNanos : 0;
    }

    @Override
    public void ofFile(String field, ProfileFile at) {
        switch (field) {
            case "shared" -> framesRead = at.value("/shared");
            case "exporter" -> exporter = at.value("/exporter").value() instanceof String text ? text : null;
            case OwnFields.ZERO ->
                zeroNanos =
                        at.value('/' + field).value() instanceof Long nanos && nanos >= 0 && nanos <= Long.MAX_VALUE / 2
                                ? nanos
                                : 0;
            default -> at.skip();
        }
    }

    @Override
    public void ofProfile(int profile, String field, ProfileFile at) {
        fillUpTo(profile);
        switch (field) {
            case "type" -> type = text(at.value(pointer(profile) + "/type"));
            case "name" -> name = text(at.value(pointer(profile) + "/name"));
            case "unit" -> {
                Located read = at.value(pointer(profile) + "/unit");
                unit = text(read);
                if (unit == null || !NANOS.containsKey(unit) && !unit.equals(BYTES) && !unit.equals(NONE)) {
                    read.problem(
                            "expected none, bytes, seconds, milliseconds, microseconds or nanoseconds; taken as none");
                    unit = NONE;
                }
            }
            default -> at.skip();
        }
    }

    @Override
    public void endOfProfile(int profile, ProfileFile at) {
        fillUpTo(profile);
        if (!EVENTED.equals(type) && !SAMPLED.equals(type)) {
            at.located(pointer(profile) + "/type").problem("expected evented or sampled; the profile is left out");
            type = null;
        }
        profiles.add(new Profile(type, name, unit(), unit == null ? 0 : NANOS.getOrDefault(unit, 0L)));
        type = null;
        name = null;
        unit = null;
    }

    /** What is no profile has a number, too. */
    private void fillUpTo(int profile) {
        while (profiles.size() < profile) {
            profiles.add(new Profile(null, null, StackUnit.UNTOLD, 0));
        }
    }

    private StackUnit unit() {
        if (unit != null && NANOS.containsKey(unit)) {
            return StackUnit.TIME;
        }
        if (BYTES.equals(unit)) {
            return StackUnit.BYTES;
        }
        if (isOwn() && name != null) {
            return switch (name) {
                case OwnFields.BY_TOKENS -> StackUnit.TOKENS;
                case OwnFields.BY_COST -> StackUnit.COST;
                default -> StackUnit.UNTOLD;
            };
        }
        return StackUnit.UNTOLD;
    }

    static String pointer(int profile) {
        return "/profiles/" + profile;
    }

    private static String text(Located value) {
        return value.value() instanceof String text ? text : null;
    }

    private void frames() {
        if (framesRead == null) {
            return;
        }
        for (Located frame : framesRead.list("frames")) {
            String called = frame.isObject() ? frame.text("name") : null;
            if (called == null) {
                frame.problem("expected a frame with a \"name\"; its spans have none");
            }
            SpanKind kind = isOwn() && frame.get("file").isText()
                    ? SpanKind.ofWord((String) frame.get("file").value())
                    : null;
            frames.add(new Frame(kind, called == null ? "" : called));
        }
    }
}
