// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.it.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A Chromium without a window, steered over its DevTools protocol: a page of ours needs ten commands of it, for which a
 * library of some twenty jars would be much.
 *
 * <p>What the page complains about on its console, and what it asks the network for, is kept.
 *
 * <p><b>Threading:</b> one thread steers; answers arrive on others.
 */
final class Browser implements AutoCloseable {
    /** A file of at most this size is not a browser, but a script that starts one. */
    private static final int SCRIPT_BYTES = 10_000;

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome");
    private static final int PATIENCE_SECONDS = 60;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The least contrast of a visible text with what is behind it, by the formula of WCAG 2.2, and the text. */
    private static final String CONTRAST = """
            (() => {
              const rgb = c => c.match(/[0-9.]+/g).map(Number);
              const channel = v => v / 255 <= 0.03928 ? v / 255 / 12.92 : Math.pow((v / 255 + 0.055) / 1.055, 2.4);
              const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
              const behind = e => {
                for (; e; e = e.parentElement) {
                  const c = rgb(getComputedStyle(e).backgroundColor);
                  if (c.length < 4 || c[3] > 0) return c;
                }
                return [255, 255, 255];
              };
              let least = [21, ''];
              for (const e of document.querySelectorAll('body *')) {
                const text = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent).join('').trim();
                if (text === '' || !e.checkVisibility() || /^(SCRIPT|STYLE)$/.test(e.tagName)) continue;
                const a = light(rgb(getComputedStyle(e).color));
                const b = light(behind(e));
                const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                if (ratio < least[0]) least = [ratio, text.slice(0, 80)];
              }
              return least;
            })()""";

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private int next;

    private Browser(Process process, Path profile, URI page) {
        this.process = process;
        this.profile = profile;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, new Answers())
                .join();
    }

    /** Returns where the browser is: {@code -Dagentprofiler.test.chromium}, or one on the path. */
    static Optional<Path> find() {
        String told = System.getProperty("agentprofiler.test.chromium");
        if (told != null) {
            return Optional.of(Path.of(told));
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .filter(browser -> !isSnap(browser))
                .findFirst();
    }

    /** A browser in a snap has a temporary folder of its own, so that nothing is found in ours. */
    private static boolean isSnap(Path browser) {
        try {
            return browser.toRealPath().startsWith("/snap")
                    || browser.toRealPath().endsWith("snap")
                    || Files.size(browser) < SCRIPT_BYTES
                            && Files.readString(browser, ISO_8859_1).contains("/snap/");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the browser with an empty profile in {@code dir}. */
    static Browser start(Path browser, Path dir) throws IOException {
        // on a busy machine a page takes longer than Awaitility's ten seconds
        Awaitility.setDefaultTimeout(Duration.ofSeconds(PATIENCE_SECONDS));
        Path profile = Files.createDirectories(dir.resolve("profile"));
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-dev-shm-usage",
                        "--window-size=1400,1000",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("browser.log").toFile())
                .start();
        try {
            Path active = profile.resolve("DevToolsActivePort");
            await("the browser's port")
                    .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                    .until(() ->
                            Files.exists(active) && Files.readAllLines(active).size() > 1);
            String port = Files.readAllLines(active).get(0);
            Browser whole = new Browser(process, profile, page(port));
            for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
                whole.send(domain + ".enable", Map.of());
            }
            return whole;
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static URI page(String port) {
        URI list = URI.create("http://127.0.0.1:" + port + "/json/list");
        return await("the browser's first page")
                .ignoreExceptions()
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(
                        () -> {
                            for (JsonNode target : JSON.readTree(list.toURL().openStream())) {
                                if (target.path("type").asString().equals("page")) {
                                    return URI.create(
                                            target.path("webSocketDebuggerUrl").asString());
                                }
                            }
                            return null;
                        },
                        found -> found != null);
    }

    /** Opens a file and waits until its page is ready and drawn; returns the time in milliseconds. */
    double open(Path file, String fragment) {
        // to another page first: a changed fragment alone would load nothing
        send("Page.navigate", Map.of("url", "about:blank"));
        send("Page.navigate", Map.of("url", file.toUri() + fragment));
        await("the page")
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(() -> bool("document.documentElement?.dataset.ready !== undefined"));
        return drawn();
    }

    /** Opens a page of a server and waits until it says that it is ready and has been drawn. */
    void open(URI page) {
        send("Page.navigate", Map.of("url", "about:blank"));
        send("Page.navigate", Map.of("url", page.toString()));
        await("the page")
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(() -> bool("document.documentElement?.dataset.ready !== undefined"));
        drawn();
    }

    /** Opens a file without scripts. */
    void openStatic(Path file) {
        send("Page.navigate", Map.of("url", "about:blank"));
        send("Page.navigate", Map.of("url", file.toUri().toString()));
        await("the page")
                .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(() -> bool("document.readyState === 'complete' && location.protocol === 'file:'"));
        drawn();
    }

    /** Waits until the requested view has been drawn; returns the page's age in milliseconds. */
    double drawn() {
        return value(
                        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))")
                .asDouble();
    }

    /** Returns the value of an expression, awaited. */
    JsonNode value(String expression) {
        JsonNode answer =
                send("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    String text(String expression) {
        return value(expression).asString();
    }

    boolean bool(String expression) {
        return value(expression).asBoolean();
    }

    /** Returns the text of the first element. */
    String textOf(String selector) {
        return text("document.querySelector(" + quoted(selector) + ").innerText");
    }

    /** Clicks with the mouse in the middle of the first element that has the text. */
    void click(String selector, String text) {
        click(
                "[...document.querySelectorAll(" + quoted(selector) + ")].find(e => e.textContent.includes("
                        + quoted(text) + "))",
                0.5,
                0.5);
    }

    /** Clicks at a place of an element, 0 to 1 from the left and the top. */
    void click(String element, double x, double y) {
        JsonNode place = value("(() => { const e = " + element + "; e.scrollIntoView({block: 'center'});"
                + " const b = e.getBoundingClientRect();" + " return [b.left + b.width * " + x + ", b.top + b.height * "
                + y
                + "]; })()");
        for (String type : List.of("mousePressed", "mouseReleased")) {
            send(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            place.get(0).asDouble(),
                            "y",
                            place.get(1).asDouble(),
                            "button",
                            "left",
                            "clickCount",
                            1));
        }
        drawn();
    }

    /** Presses the mouse at a place of an element, 0 to 1 from the left and the top, moves it to another and lets go. */
    void drag(String element, double fromX, double fromY, double toX, double toY) {
        JsonNode box = value("(() => { const e = " + element + "; e.scrollIntoView({block: 'center'});"
                + " const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()");
        double[][] places = {{fromX, fromY}, {(fromX + toX) / 2, (fromY + toY) / 2}, {toX, toY}, {toX, toY}};
        String[] types = {"mousePressed", "mouseMoved", "mouseMoved", "mouseReleased"};
        for (int i = 0; i < types.length; i++) {
            send(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            types[i],
                            "x",
                            box.get(0).asDouble() + box.get(2).asDouble() * places[i][0],
                            "y",
                            box.get(1).asDouble() + box.get(3).asDouble() * places[i][1],
                            "button",
                            "left",
                            "buttons",
                            1,
                            "clickCount",
                            1));
        }
        drawn();
    }

    /** Presses a key on what has the focus. */
    void press(String key) {
        boolean printable = key.length() == 1;
        send(
                "Input.dispatchKeyEvent",
                printable
                        ? Map.of("type", "keyDown", "key", key, "text", key)
                        : Map.of("type", "keyDown", "key", key, "code", key));
        send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
        drawn();
    }

    /** Types into the element. */
    void type(String selector, String text) {
        value("document.querySelector(" + quoted(selector) + ").focus()");
        send("Input.insertText", Map.of("text", text));
        drawn();
    }

    /** Prefers dark or light colours, on a window of some size. */
    void look(String scheme, int width, int height) {
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        drawn();
    }

    /** Returns the least contrast that any visible text outside pictures has, 1 to 21. */
    double leastContrast() {
        return value(CONTRAST).get(0).asDouble();
    }

    byte[] screenshot() {
        return Base64.getDecoder()
                .decode(send("Page.captureScreenshot", Map.of("format", "png"))
                        .path("data")
                        .asString());
    }

    byte[] print() {
        return Base64.getDecoder()
                .decode(send("Page.printToPDF", Map.of("printBackground", true))
                        .path("data")
                        .asString());
    }

    /** Returns errors and warnings of the console, and exceptions. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Returns the requested addresses, except the opened files. */
    List<String> requests() {
        return requests.stream()
                .filter(url -> !url.startsWith("file:") && !url.startsWith("about:"))
                .toList();
    }

    static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }

    private JsonNode send(String method, Map<String, ?> parameters) {
        int id = ++next;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(method + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(method + " was interrupted", e);
        }
    }

    private void take(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> answer =
                    waiting.remove(message.path("id").asInt());
            if (message.has("error")) {
                answer.completeExceptionally(
                        new IOException(message.path("error").toString()));
            } else {
                answer.complete(message.path("result"));
            }
            return;
        }
        JsonNode event = message.path("params");
        switch (message.path("method").asString()) {
            case "Runtime.exceptionThrown", "Log.entryAdded" -> complaints.add(event.toString());
            case "Runtime.consoleAPICalled" -> {
                if (List.of("error", "warning", "assert")
                        .contains(event.path("type").asString())) {
                    complaints.add(event.toString());
                }
            }
            case "Network.requestWillBeSent" ->
                requests.add(event.path("request").path("url").asString());
            default -> {
                // of no interest
            }
        }
    }

    /** Puts the pieces of messages together. */
    private final class Answers implements WebSocket.Listener {
        private final List<CharSequence> pieces = new ArrayList<>();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            pieces.add(data.toString());
            if (last) {
                String whole = String.join("", pieces);
                pieces.clear();
                take(JSON.readTree(whole));
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            waiting.values().forEach(answer -> answer.completeExceptionally(error));
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> helpers = process.descendants().toList();
        socket.abort();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        helpers.forEach(ProcessHandle::destroyForcibly);
        // without an init process, as in a container with one program, zombies seem to be alive
        helpers.forEach(helper ->
                helper.onExit().completeOnTimeout(helper, 10, TimeUnit.SECONDS).join());
        try {
            // a link out of the temporary folder, which JUnit would warn of
            Files.deleteIfExists(profile.resolve("SingletonSocket"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
