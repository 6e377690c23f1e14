// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.kernel;

import com.microsoft.semantickernel.Kernel;
import com.microsoft.semantickernel.aiservices.openai.textembedding.OpenAITextEmbeddingGenerationService;
import com.microsoft.semantickernel.data.VectorStoreTextSearch;
import com.microsoft.semantickernel.data.VolatileVectorStore;
import com.microsoft.semantickernel.data.VolatileVectorStoreRecordCollectionOptions;
import com.microsoft.semantickernel.data.textsearch.TextSearchResultValue;
import com.microsoft.semantickernel.data.vectorstorage.VectorStoreRecordCollection;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordData;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordKey;
import com.microsoft.semantickernel.data.vectorstorage.annotations.VectorStoreRecordVector;
import com.microsoft.semantickernel.data.vectorstorage.options.VectorSearchOptions;
import com.microsoft.semantickernel.plugin.KernelPluginFactory;
import com.microsoft.semantickernel.semanticfunctions.annotations.DefineKernelFunction;
import com.microsoft.semantickernel.semanticfunctions.annotations.KernelFunctionParameter;
import java.util.List;
import reactor.core.publisher.Mono;

/** Documents in a vector store, searched by text and by vector from functions. */
public final class Vectors {
    /** A document. */
    public static final class Document {
        @VectorStoreRecordKey
        private final String id;

        @VectorStoreRecordData
        @TextSearchResultValue
        private final String text;

        @VectorStoreRecordVector(dimensions = 8)
        private final List<Float> embedding;

        /** Creates a document. */
        public Document(String id, String text, List<Float> embedding) {
            this.id = id;
            this.text = text;
            this.embedding = embedding;
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
        public List<Float> getEmbedding() {
            return embedding;
        }
    }

    private final OpenAITextEmbeddingGenerationService embeddings = Models.embeddings();
    private final VectorStoreRecordCollection<String, Document> documents = new VolatileVectorStore()
            .getCollection(
                    "documents",
                    VolatileVectorStoreRecordCollectionOptions.<Document>builder()
                            .withRecordClass(Document.class)
                            .build());

    private Vectors() {}

    /** Runs everything. */
    public static void main(String[] args) {
        Vectors vectors = new Vectors();
        Kernel kernel = Kernel.builder()
                .withPlugin(KernelPluginFactory.createFromObject(vectors, "documents"))
                .build();
        System.out.println(call(kernel, "store", "Boats leave at noon"));
        System.out.println(call(kernel, "search", "When do boats leave?"));
        System.out.println(call(kernel, "read", "1"));
    }

    private static Object call(Kernel kernel, String function, String text) {
        return kernel.invokeAsync(kernel.getFunction("documents", function))
                .withArguments(com.microsoft.semantickernel.semanticfunctions.KernelFunctionArguments.builder()
                        .withVariable("text", text)
                        .build())
                .block()
                .getResult();
    }

    /** Stores a document. */
    @DefineKernelFunction(name = "store", description = "Stores a text", returnType = "java.lang.String")
    public Mono<String> store(@KernelFunctionParameter(name = "text", description = "the text") String text) {
        return documents
                .createCollectionIfNotExistsAsync()
                .then(embeddings.generateEmbeddingAsync(text))
                .flatMap(embedding -> documents.upsertAsync(new Document("1", text, embedding.getVector()), null));
    }

    /** Searches by vector, then by text. */
    @DefineKernelFunction(name = "search", description = "Searches texts", returnType = "java.lang.String")
    public Mono<String> search(@KernelFunctionParameter(name = "text", description = "the question") String text) {
        VectorSearchOptions one = VectorSearchOptions.builder().withTop(1).build();
        return embeddings
                .generateEmbeddingAsync(text)
                .flatMap(embedding -> documents.searchAsync(embedding.getVector(), one))
                .flatMap(found -> VectorStoreTextSearch.<Document>builder()
                        .withVectorizedSearch(documents)
                        .withTextEmbeddingGenerationService(embeddings)
                        .build()
                        .searchAsync(text, null)
                        .map(texts -> found.getResults().size() + " and "
                                + texts.getResults().get(0)));
    }

    /** Reads a document and deletes it. */
    @DefineKernelFunction(name = "read", description = "Reads a text and deletes it")
    public String read(@KernelFunctionParameter(name = "text", description = "the key") String key) {
        String text = documents.getAsync(key, null).block().getText();
        documents.deleteAsync(key, null).block();
        return text;
    }
}
