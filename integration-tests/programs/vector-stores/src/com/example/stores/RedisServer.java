// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stores;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Redis with its search module: RESP2, and the commands that a store sends. */
final class RedisServer extends Counted {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    RedisServer() throws IOException {
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

    private void serve(Socket client) throws IOException {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            while (true) {
                out.write(answer(command(in)).getBytes(UTF_8));
                out.flush();
            }
        } catch (EOFException | SocketException e) {
            // the client has gone
        }
    }

    private String answer(List<String> command) {
        return switch (command.get(0).toUpperCase(Locale.ROOT)) {
            case "FT.SEARCH" ->
                refusesSearch()
                        ? "-ERR busy\r\n"
                        : "*5\r\n:2\r\n" + found("1", "the first", "0.2") + found("2", "the second", "0.6");
            case "FT._LIST" -> "*0\r\n";
            case "JSON.SET" -> {
                wrote(1);
                yield "+OK\r\n";
            }
            case "HELLO" -> "-ERR unknown command\r\n";
            default -> "+OK\r\n";
        };
    }

    private static String found(String id, String text, String distance) {
        return bulk("embedding:" + id)
                + "*4\r\n"
                + bulk("vector_score")
                + bulk(distance)
                + bulk("$")
                + bulk("{\"vector\":[1.0,0.0],\"text\":\"" + text + "\"}");
    }

    private static String bulk(String text) {
        return "$" + text.getBytes(UTF_8).length + "\r\n" + text + "\r\n";
    }

    private static List<String> command(InputStream in) throws IOException {
        List<String> words = new ArrayList<>();
        int count = Integer.parseInt(line(in).substring(1));
        for (int i = 0; i < count; i++) {
            words.add(new String(in.readNBytes(Integer.parseInt(line(in).substring(1))), UTF_8));
            in.readNBytes(2);
        }
        return words;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException();
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
