// Copyright The agent-profiler authors
// SPDX-License-Identifier: Apache-2.0
package com.example.stock;

import java.util.Arrays;

/** Prints all that a catalogue says. */
public final class StockTaking {
    private StockTaking() {}

    /** With an argument the catalogue's connection is closed. */
    public static void main(String[] args) {
        Catalogue catalogue = new Catalogue(args.length == 0);
        for (String article : new String[] {"pens", "ink"}) {
            catalogue.note(article);
            System.out.println(catalogue.offers(article));
            System.out.println(catalogue.otherName(article));
            System.out.println(Arrays.toString(catalogue.codes(article)));
            System.out.println(catalogue.anything(article));
        }
        System.out.println(catalogue.counts());
        System.out.println(catalogue.names().join());
        System.out.println(catalogue.count("pads"));
    }
}
