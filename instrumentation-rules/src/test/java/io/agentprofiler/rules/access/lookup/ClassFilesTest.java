// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import org.junit.jupiter.api.Test;

/** Class files of containers that keep classes in a file system of their own, under a protocol of their own. */
class ClassFilesTest {
    private static final String NAME = "io.agentprofiler.rules.access.lookup.ClassFilesTest$Sample";
    private static final String LIBRARY = "vfs:/content/app.war/WEB-INF/lib/sample.jar";

    /** What is looked up. */
    public static final class Sample {}

    @Test
    void shouldReadFromAContainersOwnFileSystem() throws Exception {
        Class<?> type = new Container(LIBRARY, LIBRARY + "/").loadClass(NAME);

        assertThat(type.getClassLoader()).isInstanceOf(Container.class);
        assertThat(ClassFiles.of(type)).isNotNull();
        assertThat(ClassFiles.of(type).name()).isEqualTo(NAME);
    }

    /** A loader that asks its parent first may find another version of the class than the one it defined. */
    @Test
    void shouldNotTakeTheClassFileOfAnotherPlace() throws Exception {
        assertThat(ClassFiles.of(
                        new Container(LIBRARY, "vfs:/content/other.war/WEB-INF/lib/sample.jar/").loadClass(NAME)))
                .isNull();
        assertThat(ClassFiles.of(
                        new Container(LIBRARY, "mem:/content/app.war/WEB-INF/lib/sample.jar/").loadClass(NAME)))
                .isNull();
    }

    /** A class that was made at run time says it comes from where its superclass comes from, but is not found there. */
    @Test
    void shouldFindNothingForAClassThatWasMadeAtRunTime() throws Exception {
        assertThat(ClassFiles.of(new Container(LIBRARY, null).loadClass(NAME))).isNull();
    }

    /** Defines its copy of the sample. */
    private static final class Container extends ClassLoader {
        private final URL library;
        private final String folder;

        /** Says that classes come from {@code library}, and finds resources in {@code folder}, nowhere if it is null. */
        Container(String library, String folder) throws MalformedURLException {
            super(null);
            this.library = url(library, new byte[0]);
            this.folder = folder;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] bytes = bytes(name.replace('.', '/') + ".class");
                ProtectionDomain domain = new ProtectionDomain(new CodeSource(library, (Certificate[]) null), null);
                return defineClass(name, bytes, 0, bytes.length, domain);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        protected URL findResource(String name) {
            try {
                return folder == null ? null : url(folder + name, bytes(name));
            } catch (IOException e) {
                return null;
            }
        }

        private static byte[] bytes(String resource) throws IOException {
            try (InputStream in = ClassFilesTest.class.getClassLoader().getResourceAsStream(resource)) {
                if (in == null) {
                    throw new IOException(resource);
                }
                return in.readAllBytes();
            }
        }

        private static URL url(String text, byte[] content) throws MalformedURLException {
            return new URL(null, text, new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return new URLConnection(url) {
                        @Override
                        public void connect() {
                            connected = true;
                        }

                        @Override
                        public InputStream getInputStream() {
                            return new ByteArrayInputStream(content);
                        }
                    };
                }
            });
        }
    }
}
