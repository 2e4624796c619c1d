#!/bin/sh
# Makes the subset of Noto Sans in which names are drawn, from Debian's fonts-noto-core: needs fonttools and brotli,
# which the bot itself does not.
set -e
cd "$(dirname "$0")/../bot/render/pictures/drawing/font"
pyftsubset "${1:-/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf}" --flavor=woff2 --no-hinting \
    --layout-features=kern,mark,mkmk --name-IDs=0,1,2,13,14 \
    --unicodes="U+0020-007E,U+00A0-024F,U+0259,U+1E00-1EFF,U+0370-03FF,U+0400-0463,U+0490-04F9,U+2010-2019,U+2026" \
    --output-file=noto-sans-latin-greek-cyrillic-700-normal.woff2
