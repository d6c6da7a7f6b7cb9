#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# extract.sh OUT.pot: writes all messages of the sources for gettext's tools. Used by ./dev translations and its test.
set -euo pipefail
out=$(readlink -f "$1")
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
find core ui app -name '*.cpp' -o -name '*.h' | LC_ALL=C sort |
    xgettext --files-from=- --language=C++ --from-code=UTF-8 --add-location=file --no-wrap --output="$out" \
        --package-name=RecScope --keyword --keyword=tr:1,1t --keyword=tr:1,2c,2t --keyword=tr:1,3t --keyword=translate:2,2t --keyword=translate:2,3c,3t \
        --keyword=QT_TR_NOOP --keyword=QT_TRANSLATE_NOOP:2 --keyword=translated:1 --keyword=translatable:1
# The descriptions in the catalogue of public datasets.
/usr/bin/env python3 -c '
import json
for entry in json.load(open("datasets/catalogue.json", encoding="utf8"))["datasets"]:
    for key in ("about", "drop", "terms"):
        if " " in entry[key]:  # file names are not translated
            print("translatable(%s);" % json.dumps(entry[key], ensure_ascii=False))' |
    xgettext --join-existing --language=C++ --from-code=UTF-8 --add-location=file --no-wrap --output="$out" \
        --keyword --keyword=translatable:1 -
sed -i 's|^#: standard input$|#: datasets/catalogue.json|; s| standard input\b| datasets/catalogue.json|; /^"POT-Creation-Date:/d' "$out"  # otherwise every run would change every file
