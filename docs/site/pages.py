# Copyright The agent-profiler authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a site of pages that are written for GitHub.

Links to other files of the repository lead to GitHub; a file that is not there fails the build. Of a fence such as
``json file``, whose second word is for the tests, the first stays.
"""

import pathlib
import posixpath
import re

from mkdocs.exceptions import PluginError

ROOT = pathlib.Path(__file__).parents[2]
FENCE = re.compile(r"^(```\w+) \w+$", re.MULTILINE)
LINK = re.compile(r"(\]\(\s*)((?:\.\./)+[^)#\s]*)")


def on_page_markdown(markdown, page, config, **_):
    def absolute(match):
        path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page.file.src_uri), match[2]))
        if path.startswith("docs/"):
            return match[0]
        target = ROOT / path
        if not target.exists():
            raise PluginError(f"{page.file.src_uri} links to {path}, which is not there")
        return f"{match[1]}{config.repo_url}/{'tree' if target.is_dir() else 'blob'}/main/{path}"

    return LINK.sub(absolute, FENCE.sub(r"\1", markdown))
