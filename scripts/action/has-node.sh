#!/usr/bin/env bash
# Sets the output `suits` to whether this job's Node version can run the suite. Keep in sync with `engines` in
# package.json.
set -euo pipefail

suits=false
if command -v node >/dev/null; then
  suits=$(node -p '
    const [major, minor] = process.versions.node.split(".").map(Number);
    (major === 22 && minor >= 15) || major === 24 || major >= 26
  ')
fi
echo "suits=$suits" >>"$GITHUB_OUTPUT"
