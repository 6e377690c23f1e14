// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.trip;

import com.microsoft.semantickernel.data.VectorStoreTextSearch;
import com.microsoft.semantickernel.data.VolatileVectorStore;
import com.microsoft.semantickernel.data.VolatileVectorStoreRecordCollectionOptions;
import com.microsoft.semantickernel.data.textsearch.TextSearchOptions;
import com.microsoft.semantickernel.data.textsearch.TextSearchResultValue;
import com.microsoft.semantickernel.data.vectorstorage.VectorStoreRecordCollection;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordData;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordKey;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordVector;
import java.util.ArrayList;
import java.util.List;

/** The agent on Semantic Kernel 1.4: it searches its documents, and remembers conversations, in a vector store. */
public final class VectorKernelTrip extends StreamingKernelTrip {
    /** A document, or what was said in a conversation. */
    public static final class Note {
        @VectorStoreRecordKey
        private final String id;

        @VectorStoreRecordData
        @TextSearchResultValue
        private final String text;

        @VectorStoreRecordVector(dimensions = 8)
        private final List<Float> vector;

        /** Creates a note. */
        public Note(String id, String text, List<Float> vector) {
            this.id = id;
            this.text = text;
            this.vector = vector;
        }

        /** Returns the key. */
        public String getId() {
            return id;
        }

        /** Returns the text. */
        public String getText() {
            return text;
        }

        /** Returns the vector. */
        public List<Float> getVector() {
            return vector;
        }
    }

    private final VolatileVectorStore store = new VolatileVectorStore();
    private final VectorStoreRecordCollection<String, Note> notes = collection("documents");
    private final VectorStoreRecordCollection<String, Note> conversations = collection("conversations");

    /** Runs the program. */
    public static void main(String[] args) {
        run(new VectorKernelTrip());
    }

    private VectorStoreRecordCollection<String, Note> collection(String name) {
        VectorStoreRecordCollection<String, Note> collection = store.getCollection(
                name,
                VolatileVectorStoreRecordCollectionOptions.<Note>builder()
                        .withRecordClass(Note.class)
                        .build());
        collection.createCollectionAsync().block();
        return collection;
    }

    @Override
    void store() {
        List<Note> all = new ArrayList<>();
        for (int i = 0; i < documents.size(); i++) {
            all.add(new Note(
                    String.valueOf(i), Trip.DOCUMENTS.get(i), documents.get(i).getVector()));
        }
        notes.upsertBatchAsync(all, null).block();
    }

    @Override
    String recall(String conversation) {
        Note note = conversations.getAsync(conversation, null).block();
        return note == null ? null : note.getText();
    }

    @Override
    void remember(String conversation, String answer) {
        conversations
                .upsertAsync(new Note(conversation, answer, List.of()), null)
                .block();
    }

    @Override
    String find(String question) {
        return VectorStoreTextSearch.<Note>builder()
                .withVectorizedSearch(notes)
                .withTextEmbeddingGenerationService(embeddings)
                .build()
                .searchAsync(question, TextSearchOptions.builder().withTop(1).build())
                .block()
                .getResults()
                .get(0);
    }
}
