// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;

/** PostgreSQL's protocol, version 3, as far as a driver needs it that searches by vectors. */
final class PostgresServer extends Counted {
    private static final int TEXT = 25;
    private static final int FLOAT = 701;
    private static final int OID = 26;
    private static final int BOOL = 16;
    private static final int VECTOR = 16385;
    private static final int SSL_REQUEST = 80877103;

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    PostgresServer() throws IOException {
        Daemon.start(() -> {
            while (true) {
                Socket client = socket.accept();
                Daemon.start(() -> serve(client));
            }
        });
    }

    int port() {
        return socket.getLocalPort();
    }

    private record Column(String name, int type) {}

    private record Rows(List<Column> columns, List<List<String>> values) {
        static final Rows NONE = new Rows(List.of(), List.of());
    }

    private void serve(Socket client) throws IOException {
        try (client) {
            DataInputStream in = new DataInputStream(client.getInputStream());
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            int length = in.readInt();
            int version = in.readInt();
            if (version == SSL_REQUEST) {
                out.writeByte('N');
                length = in.readInt();
                in.readInt();
            }
            in.readNBytes(length - 8);
            new Message('R').number(0).to(out);
            for (String parameter : List.of(
                    "server_version=17.0",
                    "server_encoding=UTF8",
                    "client_encoding=UTF8",
                    "DateStyle=ISO, MDY",
                    "integer_datetimes=on",
                    "standard_conforming_strings=on",
                    "TimeZone=UTC")) {
                String[] both = parameter.split("=");
                new Message('S').text(both[0]).text(both[1]).to(out);
            }
            new Message('K').number(1).number(1).to(out);
            new Message('Z').bytes("I").to(out);
            answer(in, out);
        } catch (EOFException | SocketException e) {
            // the client has gone
        }
    }

    private void answer(DataInputStream in, DataOutputStream out) throws IOException {
        Rows rows = Rows.NONE;
        String sql = "";
        boolean failed = false;
        while (true) {
            int type = in.readByte();
            byte[] body = in.readNBytes(in.readInt() - 4);
            if (type == 'X') {
                return;
            }
            if (type == 'S') {
                failed = false;
                new Message('Z').bytes("I").to(out);
            } else if (type == 'Q') {
                new Message('C').text("SET").to(out);
                new Message('Z').bytes("I").to(out);
            } else if (!failed) {
                switch (type) {
                    case 'P' -> {
                        String[] texts = new String(body, UTF_8).split("\0", -1);
                        sql = texts[1];
                        rows = rows(sql);
                        new Message('1').to(out);
                    }
                    case 'B' -> new Message('2').to(out);
                    case 'D' -> describe(rows, out);
                    case 'E' -> {
                        failed = sql.contains("ORDER BY embedding <=>") && refusesSearch();
                        if (failed) {
                            new Message('E')
                                    .bytes("SERROR\0C57014\0Mcanceling statement due to statement timeout\0\0")
                                    .to(out);
                        } else {
                            execute(sql, rows, out);
                        }
                    }
                    default -> throw new IOException("message " + (char) type);
                }
            }
        }
    }

    private static void describe(Rows rows, DataOutputStream out) throws IOException {
        if (rows.columns.isEmpty()) {
            new Message('n').to(out);
            return;
        }
        Message message = new Message('T').half(rows.columns.size());
        for (Column column : rows.columns) {
            message.text(column.name)
                    .number(0)
                    .half(0)
                    .number(column.type)
                    .half(-1)
                    .number(-1)
                    .half(0);
        }
        message.to(out);
    }

    private void execute(String sql, Rows rows, DataOutputStream out) throws IOException {
        for (List<String> row : rows.values) {
            Message message = new Message('D').half(row.size());
            for (String value : row) {
                message.number(value.getBytes(UTF_8).length).bytes(value);
            }
            message.to(out);
        }
        if (sql.startsWith("INSERT")) {
            wrote(1);
            new Message('C').text("INSERT 0 1").to(out);
        } else {
            new Message('C').text("SELECT " + rows.values.size()).to(out);
        }
    }

    private static Rows rows(String sql) {
        if (sql.contains("<=>")) {
            return new Rows(
                    List.of(
                            new Column("score", FLOAT),
                            new Column("embedding_id", TEXT),
                            new Column("embedding", VECTOR),
                            new Column("text", TEXT),
                            new Column("metadata", TEXT)),
                    List.of(
                            List.of("0.9", Stores.FIRST_ID, "[1,0]", "the first", "{}"),
                            List.of("0.7", Stores.SECOND_ID, "[0,1]", "the second", "{}")));
        }
        if (sql.contains("FROM pg_catalog.pg_type") && sql.contains("t.oid = $1")) {
            return new Rows(
                    List.of(new Column("in_path", BOOL), new Column("nspname", TEXT), new Column("typname", TEXT)),
                    List.of(List.of("t", "public", "vector")));
        }
        if (sql.contains("pg_catalog.pg_type") && !sql.contains("is_array")) {
            return new Rows(
                    List.of(new Column("oid", OID), new Column("typname", TEXT)),
                    List.of(List.of(Integer.toString(VECTOR), "vector")));
        }
        if (sql.contains("pg_catalog.pg_type")) {
            return new Rows(
                    List.of(
                            new Column("is_array", BOOL),
                            new Column("typtype", TEXT),
                            new Column("typname", TEXT),
                            new Column("oid", OID)),
                    List.of(List.of("f", "b", "vector", Integer.toString(VECTOR))));
        }
        return sql.equals("SELECT 1") ? new Rows(List.of(new Column("one", TEXT)), List.of(List.of("1"))) : Rows.NONE;
    }

    /** A message of the server. */
    private static final class Message {
        private final char type;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final DataOutputStream data = new DataOutputStream(body);

        Message(char type) {
            this.type = type;
        }

        Message number(int value) throws IOException {
            data.writeInt(value);
            return this;
        }

        Message half(int value) throws IOException {
            data.writeShort(value);
            return this;
        }

        Message bytes(String text) throws IOException {
            data.write(text.getBytes(UTF_8));
            return this;
        }

        Message text(String text) throws IOException {
            return bytes(text + "\0");
        }

        void to(DataOutputStream out) throws IOException {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            DataOutputStream all = new DataOutputStream(whole);
            all.writeByte(type);
            all.writeInt(body.size() + 4);
            body.writeTo(all);
            out.write(whole.toByteArray());
            out.flush();
        }
    }
}
