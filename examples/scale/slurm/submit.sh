#!/bin/bash
# submit.sh FILES: audits the inputs that FILES lists, one a line. Prints the ids of the three jobs.
set -euo pipefail
export FILES=$1
export PARTITIONS=${PARTITIONS:-8} PARTS=${PARTS:-$PWD/parts} OUT=${OUT:-$PWD/out} REPORTS=${REPORTS:-$PWD/reports/merged}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
inputs=$(grep -c . "$FILES")
umask 077
split=$(sbatch --parsable --array="0-$((inputs - 1))" "$here/split.sbatch")
judge=$(sbatch --parsable --array="0-$((PARTITIONS - 1))" --dependency="afterok:$split" "$here/judge.sbatch")
merge=$(sbatch --parsable --dependency="afterok:$judge" "$here/merge.sbatch")
echo "$split $judge $merge"
