#!/usr/bin/env bash
# Installs the suite in a folder of its own, so that the project's packages stay as they are. Tells where it is.
set -euo pipefail

folder=$RUNNER_TEMP/gateway-conformance
version=${INPUT_VERSION:-}
npm=(npm install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --prefix "$folder")
mkdir -p "$folder"

if [ -n "$version" ] && ! [[ $version =~ ^[0-9A-Za-z][0-9A-Za-z.+-]*$ ]]; then
  echo '::error title=Input version::is no version: write one as in 1.0.0'
  exit 2
fi
case $GITHUB_ACTION_PATH/ in
  "${GITHUB_WORKSPACE:-}"/*) from_checkout=true ;;
  *) from_checkout=false ;;
esac
if [ -z "$version" ] && [ "$from_checkout" = true ]; then
  # The action is used by its path: the suite is the one beside it.
  (cd "$GITHUB_ACTION_PATH" && npm pack --silent --pack-destination "$folder")
  "${npm[@]}" "$folder"/gateway-conformance-*.tgz
else
  [ -n "$version" ] || version=$(node -p 'require(process.argv[1]).version' "$GITHUB_ACTION_PATH/package.json")
  "${npm[@]}" "gateway-conformance@$version"
fi
echo "conform=$folder/node_modules/gateway-conformance/bin/conform.cjs" >>"$GITHUB_OUTPUT"
