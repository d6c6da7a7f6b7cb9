#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# extract.sh OUT.pot: everything the sources say to people, for gettext's tools. Used by ./dev translations and its test.
set -euo pipefail
out=$(readlink -f "$1")
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
find core ui app -name '*.cpp' -o -name '*.h' | LC_ALL=C sort |
    xgettext --files-from=- --language=C++ --from-code=UTF-8 --add-location=file --no-wrap --output="$out" \
        --package-name=RecScope --keyword --keyword=tr:1,1t --keyword=tr:1,2c,2t --keyword=tr:1,3t --keyword=translate:2,2t --keyword=translate:2,3c,3t \
        --keyword=QT_TR_NOOP --keyword=QT_TRANSLATE_NOOP:2 --keyword=translated:1 --keyword=translatable:1
sed -i '/^"POT-Creation-Date:/d' "$out"  # or every run would change every file
