#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# check_reproducible.sh OUT: builds the committed source again in a new folder, makes the packages there, and compares them
# with the packages in OUT byte by byte. With CCACHE_DISABLE=1 every file is compiled again. Otherwise ccache may supply the
# objects, and only embedding, linking and packaging are compared.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
out=$(readlink -f "$1")
if [[ -n $(git -C "$here" status --porcelain) ]]; then
    echo "There are changes that are not committed: the second build would not contain them." >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git -C "$here" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
source=$work/another-source
mkdir "$source"
git -C "$(git -C "$here" rev-parse --show-toplevel)" archive HEAD | tar -x -C "$source"
(cd "$source" && cmake --preset release -B build/again) >&2
cmake --build "$source/build/again" --parallel "${RECSCOPE_JOBS:-1}" --target recscope recscope-cli recscope_package_files >&2
"$source/packaging/make_packages.sh" "$source/build/again" "$work/again" >&2
bad=0
while read -r _ file; do
    if cmp "$out/$file" "$work/again/$file"; then
        echo "the same bytes: $file"
    else
        bad=1
    fi
done < "$out/SHA256SUMS"
exit $bad
