// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.rules.access.lookup;

/**
 * Reads one field of objects, private or not, without running any code of their classes.
 *
 * <p><b>Threading:</b> immutable; any thread. It refers to the class that declares the field and to no other of the application.
 */
public abstract class FieldReader {
    /** {@link FieldReaders.MemoryReader} and {@link FieldReaders.HandleReader} are all there are. */
    FieldReader() {}

    /**
     * Reads the field.
     *
     * @return its value; of a field of a primitive type as an object
     * @throws ClassCastException when the object has no such field
     */
    public abstract Object read(Object of);

    /**
     * Reads the field as a number.
     *
     * @throws ClassCastException when the object has no such field, or its type is not int
     */
    public abstract int readInt(Object of);
}
