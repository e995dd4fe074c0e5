import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { CertifiedService, AdapterMethod } from '../../support/adapter/protocol';
import { temporaryFolder } from '../report/embedded-run';
import { root } from './conform';

/** The suite's own client as a program of its own, made by an expression. */
function clientOf(t: TestContext, made: string): string[] {
  const file = join(temporaryFolder(t), 'client.cjs');
  const from = (path: string): string => JSON.stringify(join(root, path));
  writeFileSync(
    file,
    `const { serveStdio } = require(${from('support/adapter/serve-stdio')});
    const { createIntegrator } = require(${from('support/client/integrator')});
    const { jsonAlone } = require(${from('tests/scenarios/certificate-readers')});
    void serveStdio(${made}, process.stdin, process.stdout);`,
  );
  return [process.execPath, '-r', join(root, 'bin/typescript.cjs'), file];
}

/** One that reads certificates in JSON alone. */
export const readingJsonAlone = (t: TestContext): string[] =>
  clientOf(t, 'createIntegrator({ certificateReader: jsonAlone, log: () => undefined })');

/** One that offers these methods alone, and has nothing to do with some services. */
export function offering(
  t: TestContext,
  capabilities: readonly AdapterMethod[],
  without: readonly CertifiedService[] = [],
): string[] {
  return clientOf(
    t,
    `((own) => ({
      ...Object.fromEntries(Object.entries(own).map(([method, act]) => [method, async (params) => {
        if (${JSON.stringify(without)}.includes(params.service)) throw new Error('no such service');
        return act(params);
      }])),
      initialize: async (params) => ({ ...(await own.initialize(params)), capabilities: ${JSON.stringify(capabilities)} }),
    }))(createIntegrator({ log: () => undefined }))`,
  );
}
