// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.MalformedURLException;
import java.net.URL;
import org.jboss.modules.Container;
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

    @Test
    void shouldAskNoLoaderOfTheApplication() throws Exception {
        Own own = new Own();
        Class<?> type = own.findClass(NAME);
        Class<?> below = new Container(LIBRARY, LIBRARY + "/", own).findClass(NAME);

        assertThat(ClassFiles.of(type)).isNull();
        assertThat(ClassFiles.of(below)).isNull();
        assertThat(own.asked).isZero();
    }

    /** Counts what it is asked for. */
    private static final class Own extends Container {
        private int asked;

        Own() throws MalformedURLException {
            super(LIBRARY, LIBRARY + "/");
        }

        @Override
        public URL getResource(String name) {
            asked++;
            return super.getResource(name);
        }
    }
}
