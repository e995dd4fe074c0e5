import { Writable } from 'node:stream';
import { integratorSpecimens } from '../../mutants/catalogue';
import { certify } from '../../support/cli/cucumber/certify';

/** A client whose retry repeats the whole request, and a few obligations beside the one that it breaks. */
const fault = 'request-id-repeated-by-retry';
const only = ['SES-01', 'SES-02', 'SES-03', 'SES-04', 'HDR-01', 'HDR-02', 'HDR-03', 'HDR-05', 'HDR-07'];

/** The command of such a run. */
export const command = `npx conform run --target target.yaml --subject integrator --only ${only.join(',')}`;

/** Who is certified, as reports show it. */
const product = {
  name: 'ward-connect',
  file: 'target.yaml',
  product: { name: 'Ward Connect', version: '4.2.0', digest: 'sha256:0f3c' },
  facility: 'City Hospital',
  operator: 'A. Tester',
};

/** Certifies a client with a fault into a folder, and gives what a terminal would show, colours included. */
export async function runWithFault(reports: string): Promise<string> {
  const specimen = integratorSpecimens.find(({ name }) => name === fault);
  if (specimen === undefined) throw new Error(`no mutant is called ${fault}`);
  const { target, client, close } = await specimen.start();
  const chunks: string[] = [];
  const stream = (): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk.toString());
        done();
      },
    });
  try {
    await certify(
      {
        profile: 'integrator',
        subjects: ['integrator'],
        only,
        target: { ...target, ...product },
        reports,
        ...(client && { client }),
      },
      { stdout: stream(), stderr: stream() },
    );
  } finally {
    await close();
  }
  return chunks.join('').replaceAll(reports, 'reports');
}
