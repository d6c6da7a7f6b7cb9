#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make_deb.sh STAGE NAME VERSION OUT: makes NAME_VERSION_ARCHITECTURE.deb from the tree installed in STAGE.
set -euo pipefail
stage=$1 name=$2 version=$3 out=$4
architecture=$(dpkg --print-architecture)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
root=$work/debian/$name  # dpkg-shlibdeps expects the package's tree, which contains DEBIAN/, in debian/NAME
mkdir "$work/debian"
cp -a "$stage" "$root"
mkdir "$root/DEBIAN"
documents=$root/usr/share/doc/$name
[[ -d $documents ]] || mv "$root"/usr/share/doc/* "$documents"
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"  # where Debian's packages put completions
maintainer="The RecScope authors <recscope@packages.invalid>"

cat > "$documents/changelog" <<TEXT
$name ($version) unstable; urgency=medium

  * The commits of the project tell what has changed.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
TEXT
install -m 644 "$out/$name-$version.cdx.json" "$documents/$name.cdx.json"
gzip -9n "$documents/changelog" "$root"/usr/share/man/man1/*

printf 'Source: %s\n\nPackage: %s\nArchitecture: %s\n' "$name" "$name" "$architecture" > "$work/debian/control"
mapfile -t programs < <(find "$root/usr/bin" -type f)
depends=$(cd "$work" && dpkg-shlibdeps -O "${programs[@]/#/-e}" | sed -n 's/^shlibs:Depends=//p')
depends+=", libopenblas0-openmp | libblas.so.3"  # without the first, apt may choose the slow reference BLAS
recommends="openssh-client, bash-completion"
if [[ $name == recscope ]]; then
    depends+=", fonts-dejavu-core"
    recommends="openssh-client, fonts-inter, fonts-noto-cjk, qt6-translations-l10n, shared-mime-info, desktop-file-utils, bash-completion"
    relations=$'Conflicts: recscope-cli\nReplaces: recscope-cli\nProvides: recscope-cli'
    about="look inside a sequential recommender"
else
    relations=$'Conflicts: recscope\nReplaces: recscope'
    about="train sequential recommenders, without a window"
fi

cat > "$root/DEBIAN/control" <<TEXT
Package: $name
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size --exclude=DEBIAN "$root" | cut -f1)
Depends: $(tr ',' '\n' <<< "$depends" | sed 's/^ *//' | sort -u | paste -sd, | sed 's/,/, /g')
Recommends: $recommends
$relations
Section: science
Priority: optional
Description: $about
 RecScope loads interaction data into SQLite, trains BERT4Rec, SASRec and the
 models they are compared with, and shows for any user what a model recommends,
 why, and what every attention head looked at. Everything lies in one workspace
 file; no number is shown without the protocol it was measured under.
TEXT
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
chmod 644 "$root"/DEBIAN/*
find "$root" -print0 | xargs -0 touch -h -d "@$SOURCE_DATE_EPOCH"  # times of checked-out files are arbitrary
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/${name}_${version}_$architecture.deb" >&2
