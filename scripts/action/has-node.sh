#!/usr/bin/env bash
# Tells whether the Node of this job is one that the suite runs on, as `engines` in package.json has it.
set -euo pipefail

suits=false
if command -v node >/dev/null; then
  suits=$(node -p '
    const [major, minor] = process.versions.node.split(".").map(Number);
    (major === 22 && minor >= 15) || major === 24 || major >= 26
  ')
fi
echo "suits=$suits" >>"$GITHUB_OUTPUT"
