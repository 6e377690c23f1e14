// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.planted;

import com.example.planted.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * Speaks TLS in front of a server, and takes its time for each connection, as a server that is some round trips away does.
 *
 * <p><b>Threading:</b> two threads of its own for each connection.
 */
final class FarServer implements AutoCloseable {
    private static final int HANDSHAKE_MILLIS = 60;
    private static final String PASSWORD = "planted";

    private final SSLServerSocket socket;
    private final int port;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "far-server");
        thread.setDaemon(true);
        return thread;
    });

    private FarServer(SSLServerSocket socket, int port) {
        this.socket = socket;
        this.port = port;
    }

    /**
     * Starts one.
     *
     * @param keys its certificate, which clients trust
     * @param port of the server behind it, on the loopback interface
     */
    static FarServer start(Path keys, int port) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            SSLServerSocket socket =
                    (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            FarServer far = new FarServer(socket, port);
            far.threads.execute(far::accept);
            return far;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Makes a certificate for {@code localhost} unless it is there. */
    static synchronized Path keys(Path file) throws IOException, InterruptedException {
        if (!Files.exists(file)) {
            Files.createDirectories(file.getParent());
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "localhost",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "SAN=dns:localhost",
                            "-validity",
                            "365",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            file.resolveSibling(file.getFileName() + ".txt").toFile())
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IOException("no certificate: see " + file + ".txt");
            }
        }
        return file;
    }

    /** Returns the options by which a JVM trusts the certificate. */
    static List<String> trust(Path keys) {
        return List.of("-Djavax.net.ssl.trustStore=" + keys, "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
    }

    /** Returns the address for models' clients. */
    String baseUrl() {
        return "https://localhost:" + socket.getLocalPort() + "/v1";
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                threads.execute(() -> serve((SSLSocket) client));
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void serve(SSLSocket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Workload.await(HANDSHAKE_MILLIS);
            client.setTcpNoDelay(true);
            client.startHandshake();
            server.setTcpNoDelay(true);
            threads.execute(() -> copy(server, client));
            copy(client, server);
        } catch (IOException e) {
            // either side has hung up
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // either side has hung up
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
