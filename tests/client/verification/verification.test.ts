import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { nodeProgram, root } from '../../cli/conform';
import type { Outcomes } from './paths';

const codes: Readonly<Record<string, RegExp>> = {
  right: /^ok$/,
  'wrong authority': /^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY)$/,
  expired: /^CERT_HAS_EXPIRED$/,
  'self-signed': /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
  'wrong name': /^ERR_TLS_CERT_ALTNAME_INVALID$/,
};
const whys = Object.keys(codes).filter((why) => why !== 'wrong name' || process.platform === 'linux');

async function outcomesWith(variable: string | undefined): Promise<Outcomes> {
  const program = join(__dirname, 'program.cjs');
  const register = join(root, 'bin/typescript.cjs');
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: variable };
  const { code, stdout, stderr } = await nodeProgram(program, [register], { env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Outcomes;
}

for (const variable of [undefined, '0'])
  describe(`with NODE_TLS_REJECT_UNAUTHORIZED ${variable ?? 'unset'}`, () => {
    const outcomes = outcomesWith(variable);
    for (const path of [
      'service',
      'session of the own client',
      'JWKS',
      'proxy upstream',
      'HTTP adapter',
      'callback',
    ])
      for (const why of whys)
        it(`${path}: ${why === 'right' ? 'a right certificate is taken' : `${why} is refused, and sent nothing`}`, async () => {
          const { came = '', asked } = (await outcomes)[path]?.[why] ?? {};
          // The client tells its payer no more than that it cannot have the keys.
          assert.match(came, path === 'JWKS' && why !== 'right' ? /^503$/ : (codes[why] ?? /^$/));
          assert.equal(asked, why === 'right' ? 1 : 0);
        });
  });
