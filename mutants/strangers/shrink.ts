import type { Draw } from './dimension';

/**
 * Returns a smaller draw that still fails: no single dimension of it can be set to its default without the failure
 * going away. Sets many dimensions to their defaults at a time first, and then fewer.
 */
export async function shrink(draw: Draw, fails: (draw: Draw) => Promise<boolean>): Promise<Draw> {
  let smallest = draw;
  for (
    let size = Math.ceil(unusualIn(draw).length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    let isSmaller = true;
    while (isSmaller) {
      isSmaller = false;
      for (const group of groupsOf(unusualIn(smallest), size)) {
        const tried = smallest.map((value, index) => (group.includes(index) ? 0 : value));
        if (!(await fails(tried))) continue;
        smallest = tried;
        isSmaller = true;
      }
      // A second round can only help once single dimensions are tried.
      if (size > 1) break;
    }
  }
  return smallest;
}

const unusualIn = (draw: Draw): number[] => draw.flatMap((value, index) => (value === 0 ? [] : [index]));

function groupsOf(indexes: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(indexes.length / size) }, (_, group) =>
    indexes.slice(group * size, (group + 1) * size),
  );
}
