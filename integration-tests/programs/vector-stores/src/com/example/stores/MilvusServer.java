// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.milvus.grpc.BoolResponse;
import io.milvus.grpc.CollectionSchema;
import io.milvus.grpc.ConnectRequest;
import io.milvus.grpc.ConnectResponse;
import io.milvus.grpc.DataType;
import io.milvus.grpc.DescribeCollectionRequest;
import io.milvus.grpc.DescribeCollectionResponse;
import io.milvus.grpc.ErrorCode;
import io.milvus.grpc.FieldData;
import io.milvus.grpc.FieldSchema;
import io.milvus.grpc.FlushRequest;
import io.milvus.grpc.FlushResponse;
import io.milvus.grpc.HasCollectionRequest;
import io.milvus.grpc.IDs;
import io.milvus.grpc.InsertRequest;
import io.milvus.grpc.JSONArray;
import io.milvus.grpc.KeyValuePair;
import io.milvus.grpc.LoadCollectionRequest;
import io.milvus.grpc.MilvusServiceGrpc;
import io.milvus.grpc.MutationResult;
import io.milvus.grpc.ScalarField;
import io.milvus.grpc.SearchRequest;
import io.milvus.grpc.SearchResultData;
import io.milvus.grpc.SearchResults;
import io.milvus.grpc.ShowCollectionsRequest;
import io.milvus.grpc.ShowCollectionsResponse;
import io.milvus.grpc.Status;
import io.milvus.grpc.StringArray;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Milvus, with one collection that is loaded. */
final class MilvusServer extends Counted {
    private static final StringArray IDS = StringArray.newBuilder()
            .addData(Stores.FIRST_ID)
            .addData(Stores.SECOND_ID)
            .build();

    private final Server server;

    MilvusServer() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(new Service())
                .build()
                .start();
    }

    int port() {
        return server.getPort();
    }

    void stop() {
        server.shutdownNow();
    }

    private static FieldSchema field(String name, DataType type, String parameter, String value) {
        return FieldSchema.newBuilder()
                .setName(name)
                .setDataType(type)
                .setIsPrimaryKey(name.equals("id"))
                .addTypeParams(KeyValuePair.newBuilder().setKey(parameter).setValue(value))
                .build();
    }

    private static FieldData texts(String name, StringArray texts) {
        return FieldData.newBuilder()
                .setFieldName(name)
                .setType(DataType.VarChar)
                .setScalars(ScalarField.newBuilder().setStringData(texts))
                .build();
    }

    private static <T> void answer(StreamObserver<T> out, T value) {
        out.onNext(value);
        out.onCompleted();
    }

    private final class Service extends MilvusServiceGrpc.MilvusServiceImplBase {
        @Override
        public void connect(ConnectRequest request, StreamObserver<ConnectResponse> out) {
            answer(out, ConnectResponse.newBuilder().setIdentifier(1).build());
        }

        @Override
        public void hasCollection(HasCollectionRequest request, StreamObserver<BoolResponse> out) {
            answer(out, BoolResponse.newBuilder().setValue(true).build());
        }

        @Override
        public void describeCollection(
                DescribeCollectionRequest request, StreamObserver<DescribeCollectionResponse> out) {
            answer(
                    out,
                    DescribeCollectionResponse.newBuilder()
                            .setCollectionName(request.getCollectionName())
                            .setSchema(CollectionSchema.newBuilder()
                                    .setName(request.getCollectionName())
                                    .addFields(field("id", DataType.VarChar, "max_length", "36"))
                                    .addFields(field("text", DataType.VarChar, "max_length", "1000"))
                                    .addFields(field("metadata", DataType.JSON, "none", ""))
                                    .addFields(field("vector", DataType.FloatVector, "dim", "2")))
                            .build());
        }

        @Override
        public void loadCollection(LoadCollectionRequest request, StreamObserver<Status> out) {
            answer(out, Status.getDefaultInstance());
        }

        @Override
        public void showCollections(ShowCollectionsRequest request, StreamObserver<ShowCollectionsResponse> out) {
            answer(
                    out,
                    ShowCollectionsResponse.newBuilder()
                            .addAllCollectionNames(request.getCollectionNamesList())
                            .addInMemoryPercentages(100)
                            .addQueryServiceAvailable(true)
                            .build());
        }

        @Override
        public void flush(FlushRequest request, StreamObserver<FlushResponse> out) {
            answer(out, FlushResponse.getDefaultInstance());
        }

        @Override
        public void insert(InsertRequest request, StreamObserver<MutationResult> out) {
            wrote(request.getNumRows());
            answer(
                    out,
                    MutationResult.newBuilder()
                            .setInsertCnt(request.getNumRows())
                            .build());
        }

        @Override
        public void search(SearchRequest request, StreamObserver<SearchResults> out) {
            if (refusesSearch()) {
                Status status = Status.newBuilder()
                        .setErrorCode(ErrorCode.UnexpectedError)
                        .setCode(1)
                        .setReason("busy")
                        .build();
                answer(out, SearchResults.newBuilder().setStatus(status).build());
                return;
            }
            JSONArray empty = JSONArray.newBuilder()
                    .addAllData(List.of(ByteString.copyFromUtf8("{}"), ByteString.copyFromUtf8("{}")))
                    .build();
            StringArray texts = StringArray.newBuilder()
                    .addData("the first")
                    .addData("the second")
                    .build();
            answer(
                    out,
                    SearchResults.newBuilder()
                            .setResults(SearchResultData.newBuilder()
                                    .setNumQueries(1)
                                    .setTopK(2)
                                    .addTopks(2)
                                    .addScores(0.9f)
                                    .addScores(0.7f)
                                    .setIds(IDs.newBuilder().setStrId(IDS))
                                    .addFieldsData(texts("id", IDS))
                                    .addFieldsData(texts("text", texts))
                                    .addFieldsData(FieldData.newBuilder()
                                            .setFieldName("metadata")
                                            .setType(DataType.JSON)
                                            .setScalars(ScalarField.newBuilder().setJsonData(empty))))
                            .build());
        }
    }
}
