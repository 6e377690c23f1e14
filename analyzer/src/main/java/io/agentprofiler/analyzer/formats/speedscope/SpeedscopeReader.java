// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.formats.speedscope;

import io.agentprofiler.analyzer.formats.speedscope.ProfileIndex.Profile;
import io.agentprofiler.analyzer.read.EventSink;
import io.agentprofiler.analyzer.read.Problems;
import io.agentprofiler.analyzer.read.ReadOptions;
import io.agentprofiler.analyzer.read.TraceFile;
import io.agentprofiler.analyzer.read.UnreadableFileException;
import io.agentprofiler.analyzer.read.stack.StackReader;
import io.agentprofiler.analyzer.read.stack.StackSink;
import io.agentprofiler.analyzer.read.stack.StackUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads profiles in speedscope's file format. Evented ones that measure time are spans; others are sums by call path, which only
 * {@link #readStacks} tells: beside spans they would count the same twice.
 *
 * <p><b>Threading:</b> stateless.
 */
public final class SpeedscopeReader implements StackReader {
    private static final Pattern BEGIN = Pattern.compile("\\A\\uFEFF?\\s*+\\{");
    private static final Pattern SCHEMA = Pattern.compile(
            "\"\\$schema\"\\s*+:\\s*+\"https?:(?://|\\\\/\\\\/)(?:www\\.)?speedscope\\.app(?:/|\\\\/)file-format-schema\\.json\"");
    private static final String EVENTS = "events";

    @Override
    public String format() {
        return "speedscope profile";
    }

    @Override
    public boolean recognizes(TraceFile file) {
        String head = new String(file.head(), StandardCharsets.UTF_8);
        return BEGIN.matcher(head).lookingAt() && SCHEMA.matcher(head).find();
    }

    @Override
    public Head head(TraceFile file) {
        return Head.NONE;
    }

    @Override
    public boolean hasHeader() {
        return false;
    }

    @Override
    public boolean isScattered() {
        return true;
    }

    @Override
    public void read(TraceFile file, ReadOptions options, EventSink sink, Problems problems) throws IOException {
        ProfileIndex index = ProfileIndex.of(file, problems);
        if (index.profiles().stream().noneMatch(Profile::isOfSpans)) {
            if (index.profiles().stream().anyMatch(Profile::isOfSums)) {
                throw new UnreadableFileException(ONLY_SUMS);
            }
            if (problems.skipped() == 0) {
                throw new UnreadableFileException("holds no profile");
            }
            return;
        }
        LaneSpans spans = new LaneSpans(index, sink);
        ProfileFile.readAgain(file, options.progress(), new SpanFields(index, spans), problems);
        spans.end();
        if (spans.spans() == 0 && problems.skipped() == 0) {
            throw new UnreadableFileException("holds no frame that opens");
        }
    }

    @Override
    public Contents contents(TraceFile file) throws IOException {
        ProfileIndex index = ProfileIndex.of(file, new Problems(file.path()));
        Set<StackUnit> sums = EnumSet.noneOf(StackUnit.class);
        index.profiles().stream().filter(Profile::isOfSums).forEach(profile -> sums.add(profile.unit()));
        return new Contents(index.profiles().stream().anyMatch(Profile::isOfSpans), sums);
    }

    @Override
    public void readStacks(TraceFile file, StackUnit unit, ReadOptions options, StackSink sink, Problems problems)
            throws IOException {
        ProfileIndex index = ProfileIndex.of(file, problems);
        SampleSums sums = new SampleSums(index.allFrames());
        ProfileFile.readAgain(file, options.progress(), new SumFields(index, unit, sums), problems);
        sums.tell(sink);
    }

    /** Takes the events of profiles that are spans. */
    private static final class SpanFields implements ProfileFile.Fields {
        private final ProfileIndex index;
        private final LaneSpans spans;

        SpanFields(ProfileIndex index, LaneSpans spans) {
            this.index = index;
            this.spans = spans;
        }

        @Override
        public void ofFile(String name, ProfileFile at) {
            at.skip();
        }

        @Override
        public void ofProfile(int number, String name, ProfileFile at) throws IOException {
            Profile profile = index.profile(number);
            if (!name.equals(EVENTS) || profile == null || !profile.isOfSpans()) {
                at.skip();
                return;
            }
            spans.begin(number);
            FrameEvents events = new FrameEvents(profile, index.allFrames().size(), spans);
            at.elements(ProfileIndex.pointer(number) + '/' + EVENTS, events::take);
            events.end(at.located(ProfileIndex.pointer(number)));
        }

        @Override
        public void endOfProfile(int number, ProfileFile at) {
            // its events were all there was to take
        }
    }

    /** Takes the samples and events of the other profiles of a unit. */
    private static final class SumFields implements ProfileFile.Fields {
        private final ProfileIndex index;
        private final StackUnit unit;
        private final SampleSums sums;

        SumFields(ProfileIndex index, StackUnit unit, SampleSums sums) {
            this.index = index;
            this.unit = unit;
            this.sums = sums;
        }

        @Override
        public void ofFile(String name, ProfileFile at) {
            at.skip();
        }

        @Override
        public void ofProfile(int number, String name, ProfileFile at) throws IOException {
            Profile profile = index.profile(number);
            if (!isWanted(profile)) {
                at.skip();
                return;
            }
            String pointer = ProfileIndex.pointer(number);
            if (profile.isEvented() && name.equals(EVENTS)) {
                sums.beginEvents();
                FrameEvents events = new FrameEvents(profile, index.allFrames().size(), sums);
                at.elements(pointer + '/' + name, events::take);
                events.end(at.located(pointer));
            } else if (!profile.isEvented() && name.equals("samples")) {
                at.elements(pointer + '/' + name, (sample, place) -> sums.sample(sample));
            } else if (!profile.isEvented() && name.equals("weights")) {
                at.elements(pointer + '/' + name, (weight, place) -> sums.weight(weight, profile));
            } else {
                at.skip();
            }
        }

        @Override
        public void endOfProfile(int number, ProfileFile at) {
            Profile profile = index.profile(number);
            if (isWanted(profile) && !profile.isEvented()) {
                sums.endOfSamples(at.located(ProfileIndex.pointer(number)));
            }
        }

        private boolean isWanted(Profile profile) {
            return profile != null && profile.isOfSums() && profile.unit() == unit;
        }
    }
}
