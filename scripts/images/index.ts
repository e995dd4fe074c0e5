/** Builds both images of the Dockerfile, and tests them together with compose.yaml: `npm run images` */
import { join } from 'node:path';
import { CheckRunner } from '../release/bench';
import { gather } from './context';
import type { Target } from './images';
import { build, images, requireHarmless, requireSmall, requireTrueHealth } from './images';
import { certifyByCompose } from './side-by-side';

const root = join(__dirname, '../..');
const folder = join(root, 'build/images');
const bench = new CheckRunner();

const gathered = bench.must('what the images are made of is gathered', () => {
  gather(root, folder);
  return true;
});
for (const target of gathered === undefined ? [] : (Object.keys(images) as Target[])) {
  bench.check(`${images[target]} is built`, () => {
    build(target, folder);
  });
  bench.check(`${images[target]} is small`, () => {
    requireSmall(target, 200);
  });
  bench.check(`${images[target]} does not run as root, and holds no secret`, () => {
    requireHarmless(target);
  });
}
if (gathered !== undefined) {
  bench.check('the mock is healthy only where it listens', requireTrueHealth);
  bench.check('compose.yaml certifies the mock, and the report is its user’s', () => {
    certifyByCompose(root);
  });
}
process.exitCode = bench.end();
