#!/usr/bin/env bash
# Installs the suite into its own folder, so that the project's packages do not change. Sets the output
# `conform` to the path of the program.
set -euo pipefail

folder=$RUNNER_TEMP/gateway-conformance
package=${INPUT_PACKAGE:-}
mkdir -p "$folder"

case $package in
  '')
    (cd "$GITHUB_ACTION_PATH" && npm pack --silent --pack-destination "$folder")
    package=$(echo "$folder"/gateway-conformance-*.tgz)
    ;;
  https://*) ;;
  *)
    if [ ! -f "$package" ]; then
      echo '::error title=Input package::is neither a file nor an https address: name what npm pack wrote'
      exit 2
    fi
    # Make the path absolute: npm would resolve it relative to the folder of --prefix.
    package=$(cd "$(dirname -- "$package")" && pwd)/$(basename -- "$package")
    ;;
esac
npm install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --prefix "$folder" "$package"
echo "conform=$folder/node_modules/gateway-conformance/bin/conform.cjs" >>"$GITHUB_OUTPUT"
