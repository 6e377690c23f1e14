// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.qdrant.client.PointIdFactory;
import io.qdrant.client.ValueFactory;
import io.qdrant.client.grpc.Points.DenseVector;
import io.qdrant.client.grpc.Points.PointsOperationResponse;
import io.qdrant.client.grpc.Points.QueryPoints;
import io.qdrant.client.grpc.Points.QueryResponse;
import io.qdrant.client.grpc.Points.ScoredPoint;
import io.qdrant.client.grpc.Points.SearchPoints;
import io.qdrant.client.grpc.Points.SearchResponse;
import io.qdrant.client.grpc.Points.UpsertPoints;
import io.qdrant.client.grpc.Points.VectorOutput;
import io.qdrant.client.grpc.Points.VectorsOutput;
import io.qdrant.client.grpc.PointsGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.UUID;

/** Qdrant. */
final class QdrantServer extends Counted {
    private static final List<ScoredPoint> FOUND =
            List.of(point(Stores.FIRST_ID, "the first", 0.9f), point(Stores.SECOND_ID, "the second", 0.7f));

    private final Server server;

    QdrantServer() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(new Points())
                .build()
                .start();
    }

    int port() {
        return server.getPort();
    }

    void stop() {
        server.shutdownNow();
    }

    private static ScoredPoint point(String id, String text, float score) {
        return ScoredPoint.newBuilder()
                .setId(PointIdFactory.id(UUID.fromString(id)))
                .setScore(score)
                .setVectors(VectorsOutput.newBuilder()
                        .setVector(VectorOutput.newBuilder()
                                .setDense(DenseVector.newBuilder().addData(1).addData(0))))
                .putPayload("text_segment", ValueFactory.value(text))
                .build();
    }

    private final class Points extends PointsGrpc.PointsImplBase {
        @Override
        public void upsert(UpsertPoints request, StreamObserver<PointsOperationResponse> out) {
            wrote(request.getPointsCount());
            out.onNext(PointsOperationResponse.getDefaultInstance());
            out.onCompleted();
        }

        @Override
        public void query(QueryPoints request, StreamObserver<QueryResponse> out) {
            if (refusesSearch()) {
                out.onError(Status.UNAVAILABLE.asException());
                return;
            }
            out.onNext(QueryResponse.newBuilder().addAllResult(FOUND).build());
            out.onCompleted();
        }

        @Override
        public void search(SearchPoints request, StreamObserver<SearchResponse> out) {
            refusesSearch();
            out.onNext(SearchResponse.newBuilder().addAllResult(FOUND).build());
            out.onCompleted();
        }
    }
}
