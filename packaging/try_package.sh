#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# try_package.sh DEB [SUITE]: installs the package in a bare Debian, uses it there as an ordinary user without a network,
# removes it, and checks that nothing is left behind. Needs root, debootstrap and a Debian mirror. The root file systems are
# kept in RECSCOPE_TRY_FOLDER.
set -euo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/bare_root.sh"
deb=$(readlink -f "$1")
suite=${2:-bookworm}
needRoot
makeRoot "$suite"
package=$(dpkg-deb -f "$deb" Package)
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT

say "Installing $package with what it depends on"
cp "$deb" "$root/tmp/"
asRoot apt-get update -q >/dev/null
asRoot env DEBIAN_FRONTEND=noninteractive apt-get install -y -q "/tmp/$(basename "$deb")" > "$lists/apt.log" 2>&1 ||
    { tail -20 "$lists/apt.log" >&2; exit 1; }
keepDownloads
filesOf "$root" > "$lists/installed"

check "the programs are there" asVisitor sh -c 'recscope-cli --version >&2'
check "the manual page is there and names the subcommands" \
    sh -c "zcat '$root/usr/share/man/man1/recscope-cli.1.gz' | grep -q '^.SS import'"
check "recscope-cli demo" demo recscope-cli --workspace /home/visitor/demo.recscope
if [[ $package == recscope ]]; then
    asRoot apt-get install -y -q xdg-utils libglib2.0-bin > /dev/null 2>&1
    type=$(asVisitor gio info -a standard::content-type /home/visitor/demo.recscope | sed -n 's/.*content-type: //p')
    check "demo.recscope is of the type $type" test "$type" = application/x-recscope
    opener=$(asVisitor gio mime "$type" | grep -c recscope.desktop || true)
    check "a double click opens it: recscope.desktop is registered for the type" test "$opener" -gt 0
    check "the window opens it" asVisitor sh -c 'recscope /home/visitor/demo.recscope --quit-when-open | grep -qx open'
    check "recscope --tour" asVisitor recscope --tour /home/visitor/tour
    check "the tour left pictures" sh -c "ls '$root'/home/visitor/tour/*.png | wc -l | xargs -I{} test {} -gt 20"
    filesOf "$root" > "$lists/installed"
fi

say "Purging $package"
dpkg-deb -c "$deb" | awk '$1 !~ /^d/ { print $6 }' | LC_ALL=C sort > "$lists/ours"
asRoot env DEBIAN_FRONTEND=noninteractive apt-get purge -y -q "$package" > "$lists/apt.log" 2>&1
filesOf "$root" > "$lists/purged"
left=$(LC_ALL=C comm -12 "$lists/ours" "$lists/purged")
check "none of the package's $(wc -l < "$lists/ours") files is left" test -z "$left"
new=$(LC_ALL=C comm -13 "$lists/installed" "$lists/purged")
check "removing added no file" test -z "$new"
named=$(grep -i recscope "$lists/purged" | grep -v '^\./home/visitor/' || true)
check "nothing outside the user's home has our name${named:+: $named}" test -z "$named"
check "the user's workspace is still there" test -s "$root/home/visitor/demo.recscope"
say "What the user has: $(grep -c '^\./home/visitor/' "$lists/purged") paths, among them"
grep '^\./home/visitor/' "$lists/purged" | grep -v 'tour/' | head -20 >&2
rm -rf "$root"
