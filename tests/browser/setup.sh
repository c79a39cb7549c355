#!/usr/bin/env bash
# What do the browser tests need on this machine? Chromium, and a font that has Chinese characters.
# Installs what is missing from Debian's packages where it may, else says what to install and stops.
set -euo pipefail

missing=()
[ -x /usr/bin/chromium ] || missing+=(chromium)
[ -n "$(fc-list :lang=zh 2>/dev/null || true)" ] || missing+=(fonts-noto-cjk)
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=(env DEBIAN_FRONTEND=noninteractive)
[ "$(id -u)" -eq 0 ] || as_root=(sudo -n "${as_root[@]}")

if ! command -v apt-get >/dev/null || ! "${as_root[@]}" true 2>/dev/null; then
    echo "The browser tests need ${missing[*]} (Debian's names; the browser as /usr/bin/chromium): install that, then run make test again." >&2
    exit 1
fi

echo "Installing for the browser tests: ${missing[*]}"
"${as_root[@]}" apt-get update -qq </dev/null
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
