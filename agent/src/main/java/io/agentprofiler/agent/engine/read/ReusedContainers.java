// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package io.agentprofiler.agent.engine.read;

import io.agentprofiler.rules.path.root.Containers;
import io.agentprofiler.rules.value.normal.SmallMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps and lists for content, which is looked at and let go of before that of the next event is read: the same ones serve all
 * events, and hold nothing in between.
 *
 * <p><b>Threading:</b> one thread.
 */
final class ReusedContainers implements Containers {
    /** A prompt of a few hundred messages takes as many; those of a larger one are made anew. */
    private static final int MOST_KEPT = 4096;
    /** Larger lists are let go of. */
    private static final int LARGEST_KEPT = 256;

    private final List<SmallMap> maps = new ArrayList<>();
    private final List<ArrayList<Object>> lists = new ArrayList<>();
    private int mapsUsed;
    private int listsUsed;

    @Override
    public Map<String, Object> map(int usual) {
        if (usual > SmallMap.MOST) {
            return new LinkedHashMap<>();
        }
        if (mapsUsed < maps.size()) {
            return maps.get(mapsUsed++);
        }
        SmallMap map = new SmallMap(usual);
        if (mapsUsed < MOST_KEPT) {
            maps.add(map);
            mapsUsed++;
        }
        return map;
    }

    @Override
    public List<Object> list(int usual) {
        if (usual > LARGEST_KEPT) {
            return new ArrayList<>(usual);
        }
        if (listsUsed < lists.size()) {
            return lists.get(listsUsed++);
        }
        ArrayList<Object> list = new ArrayList<>(usual);
        if (listsUsed < MOST_KEPT) {
            lists.add(list);
            listsUsed++;
        }
        return list;
    }

    /** Takes all back that was given since this was last called. */
    void takeBack() {
        for (int i = 0; i < mapsUsed; i++) {
            maps.get(i).clear();
        }
        for (int i = 0; i < listsUsed; i++) {
            ArrayList<Object> list = lists.get(i);
            if (list.size() > LARGEST_KEPT) {
                lists.set(i, new ArrayList<>());
            } else {
                list.clear();
            }
        }
        mapsUsed = 0;
        listsUsed = 0;
    }
}
