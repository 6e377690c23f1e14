// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.analyzer.lab.replay.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.agentprofiler.analyzer.base.stat.Unknown;
import io.agentprofiler.analyzer.lab.replay.LibraryRun;
import io.agentprofiler.analyzer.lab.replay.WeatherRun;
import io.agentprofiler.analyzer.lab.replay.match.Asked;
import io.agentprofiler.analyzer.lab.replay.match.Replay;
import io.agentprofiler.analyzer.lab.replay.recording.RecordedWorkflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VectorsTest {
    private static final String PARIS = "Paris lies on the Seine";
    private static final String BERLIN = "Berlin has a wall\nand a gate with horses";
    private static final String ROME = "Rome was not built in a day";
    private static final String OSLO = "Oslo is cold in winter";

    /** A store of vectors, as programs have it, before a replayed recording. */
    private static final class Store {
        private final Replay replay;
        private final Answers answers;
        private final int dimensions;
        private final Map<String, float[]> documents = new LinkedHashMap<>();

        Store(LibraryRun recorded, int dimensions) {
            List<RecordedWorkflow> workflows = WeatherRun.workflows(recorded.run());
            this.replay = new Replay(workflows, any -> {});
            this.answers = new Answers(new Vectors(workflows));
            this.dimensions = dimensions;
        }

        private List<float[]> vectors(String... texts) {
            Asked asked = Asked.embedding("small", List.of(texts), Unknown.LONG, false);
            List<float[]> vectors =
                    answers.of(replay.match(asked, false), asked).vectors();
            assertThat(vectors)
                    .hasSize(texts.length)
                    .allSatisfy(vector -> assertThat(vector).hasSize(dimensions));
            return vectors;
        }

        Store add(String... texts) {
            List<float[]> vectors = vectors(texts);
            IntStream.range(0, texts.length).forEach(i -> documents.put(texts[i], vectors.get(i)));
            return this;
        }

        List<String> search(String query, int limit, double least) {
            float[] vector = vectors(query).get(0);
            return documents.keySet().stream()
                    .filter(text -> score(vector, documents.get(text)) >= least)
                    .sorted(Comparator.comparingDouble((String text) -> score(vector, documents.get(text)))
                            .reversed())
                    .limit(limit)
                    .toList();
        }

        private static double score(float[] one, float[] other) {
            double sum = 0;
            double square = 0;
            double otherSquare = 0;
            for (int i = 0; i < one.length; i++) {
                sum += one[i] * other[i];
                square += one[i] * one[i];
                otherSquare += other[i] * other[i];
            }
            return (1 + sum / Math.sqrt(square * otherSquare)) / 2;
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 16", "false, 16", "true, 5", "false, 5", "true, 768", "false, 768"})
    void shouldFindTheRecordedDocumentsInTheRecordedOrder(boolean texts, int dimensions) {
        Store store = new Store(
                        new LibraryRun(texts)
                                .embed(dimensions, PARIS, BERLIN, ROME, OSLO)
                                .retrieve(dimensions, "Where is the tower?", 2, OSLO, BERLIN)
                                .retrieve(dimensions, "And where is the gate?", 3, ROME, PARIS, BERLIN)
                                .search(dimensions, 1, PARIS),
                        dimensions)
                .add(PARIS, BERLIN, ROME, OSLO);

        assertThat(store.search("Where is the tower?", 2, 0.7)).containsExactly(OSLO, BERLIN);
        assertThat(store.search("And where is the gate?", 3, 0.7)).containsExactly(ROME, PARIS, BERLIN);
        assertThat(store.search("Which is on a river?", 1, 0.7)).containsExactly(PARIS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveOutDocumentsWhoseScoreWasTooLow(boolean texts) {
        Store store = new Store(
                        new LibraryRun(texts)
                                .embed(8, PARIS, BERLIN, ROME, OSLO)
                                .retrieve(8, "Where is the tower?", 3, PARIS)
                                .retrieve(8, "What is the answer?", 3),
                        8)
                .add(PARIS, BERLIN, ROME, OSLO);

        assertThat(store.search("Where is the tower?", 3, 0.6)).containsExactly(PARIS);
        assertThat(store.search("What is the answer?", 3, 0.6)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 384})
    void shouldFindThemAmongMoreDocumentsThanDimensions(int dimensions) {
        String[] documents =
                IntStream.range(0, 1000).mapToObj(i -> "document number " + i).toArray(String[]::new);
        LibraryRun recorded = new LibraryRun(true).embed(dimensions, documents);
        List<List<String>> found = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            found.add(List.of(documents[999 - i], documents[i * 7], documents[500 + i]));
            recorded.retrieve(dimensions, "question " + i, 3, found.get(i).toArray(String[]::new));
        }
        Store store = new Store(recorded, dimensions).add(documents);

        for (int i = 0; i < 10; i++) {
            assertThat(store.search("question " + i, 3, 0)).isEqualTo(found.get(i));
        }
    }

    @Test
    void shouldFindDocumentsWithTheSameWordsForAQuestionThatWasNotRecorded() {
        Store store = new Store(
                        new LibraryRun(true)
                                .embed(16, PARIS, BERLIN, ROME, OSLO)
                                .retrieve(16, "Where is the tower?", 1, OSLO),
                        16)
                .add(PARIS, BERLIN, ROME, OSLO);

        assertThat(store.search("Is it cold in Oslo in winter?", 1, 0)).containsExactly(OSLO);
        assertThat(store.search("Which wall has Berlin?", 1, 0)).containsExactly(BERLIN);
    }

    @Test
    void shouldTakeNoDocumentThatIsWrittenForAQuestion() {
        Store store = new Store(new LibraryRun(true).embed(16, PARIS).write().search(16, 1, PARIS), 16).add(PARIS);

        assertThat(store.search("Where is the tower?", 1, 0.7)).containsExactly(PARIS);
    }

    @Test
    void shouldMakeVectorsOfWordsWhereNoSearchWasRecorded() {
        Store store = new Store(new LibraryRun(false).embed(16, PARIS, ROME), 16).add(PARIS, ROME);

        assertThat(store.search("Was Rome built in a day?", 1, 0)).containsExactly(ROME);
    }
}
