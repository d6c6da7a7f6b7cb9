#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make_packages.sh BUILD OUT: makes three files from a finished build: the Debian package, the archive that runs without
# installation, and the list of dependencies. The same commit and the same installed libraries give the same bytes.
set -euo pipefail
umask 022
export LC_ALL=C TZ=UTC
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
build=$(readlink -f "$1")
mkdir -p "$2"
out=$(readlink -f "$2")
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
DESTDIR="$stage" cmake --install "$build" --prefix /usr --strip >/dev/null
name=recscope
[[ -x $stage/usr/bin/recscope ]] || name=recscope-cli  # built without the window, for a server

echo "Listing what it depends on" >&2
"$here/bill_of_materials.py" --name "$name" --version "$version" --epoch "$SOURCE_DATE_EPOCH" \
    "$stage"/usr/bin/* > "$out/$name-$version.cdx.json"
echo "Making the Debian package" >&2
"$here/make_deb.sh" "$stage" "$name" "$version" "$out"
if [[ $name == recscope ]]; then
    echo "Making the archive" >&2
    "$here/make_archive.sh" "$stage" "$version" "$out"
fi
rm -f "$out"/SHA256SUMS
(cd "$out" && sha256sum "$name"[-_]"$version"* > SHA256SUMS && cat SHA256SUMS)
