import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { answerMessage } from '../../support/adapter/handlers';
import { createIntegrator, logNothing } from '../../support/client/integrator';
import { finishRun, quickTarget, overallVerdictTexts } from '../report/embedded-run';

test("the suite's client served over HTTP conforms, and is never told to shut down", async (t) => {
  const handlers = createIntegrator({ log: logNothing });
  const methods: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      methods.push((JSON.parse(body.toString()) as { method: string }).method);
      void answerMessage(handlers, body).then((answer) => {
        response.setHeader('content-type', 'application/json').end(answer);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
    return handlers.shutdown({});
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { results } = await finishRun(t, {
    target: { ...quickTarget, integrator: { url }, mockTls: true },
    subjects: ['integrator'],
    profile: 'test',
  });
  assert.deepEqual(overallVerdictTexts(results), { integrator: 'conforms' });
  // Each journey with its own stimulus begins with a new client.
  assert.ok(methods.filter((method) => method === 'initialize').length > 5);
  assert.equal(methods.includes('shutdown'), false);
});
