// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.pinecone.proto.QueryRequest;
import io.pinecone.proto.QueryResponse;
import io.pinecone.proto.ScoredVector;
import io.pinecone.proto.UpsertRequest;
import io.pinecone.proto.UpsertResponse;
import io.pinecone.proto.VectorServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** An index of Pinecone. */
final class PineconeServer extends Counted {
    private final Server server;

    PineconeServer() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(new Vectors())
                .build()
                .start();
    }

    int port() {
        return server.getPort();
    }

    void stop() {
        server.shutdownNow();
    }

    private final class Vectors extends VectorServiceGrpc.VectorServiceImplBase {
        @Override
        public void upsert(UpsertRequest request, StreamObserver<UpsertResponse> out) {
            wrote(request.getVectorsCount());
            out.onNext(UpsertResponse.newBuilder()
                    .setUpsertedCount(request.getVectorsCount())
                    .build());
            out.onCompleted();
        }

        @Override
        public void query(QueryRequest request, StreamObserver<QueryResponse> out) {
            if (refusesSearch()) {
                out.onError(Status.RESOURCE_EXHAUSTED.asException());
                return;
            }
            out.onNext(QueryResponse.newBuilder()
                    .addMatches(ScoredVector.newBuilder().setId(Stores.FIRST_ID).setScore(0.9f))
                    .addMatches(
                            ScoredVector.newBuilder().setId(Stores.SECOND_ID).setScore(0.7f))
                    .build());
            out.onCompleted();
        }
    }
}
