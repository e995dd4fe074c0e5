import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { it } from 'node:test';
import { toPlainText } from '../../support/exchange/text';
import type { MockHandler } from '../../support/mock/seams';
import { writeMockTarget } from '../cli/targets';
import { runningMock } from '../mock/running-mock';
import { readResults } from '../report/embedded-run';
import { artefactsIn, leaksIn } from '../report/artefacts';
import { addressOf, sendUiRequest, newestIn } from './open';
import { waitForRunEnd, openUiWithReader, runAfter, startRunInUi } from './run-calls';

/** A gateway that gives all secrets back in what it answers, one of them in Base64; the tokens that it issued. */
async function talkativeGateway(t: TestContext) {
  const tokens: string[] = [];
  const mock = await runningMock(t, {
    seams: ({ handlers }) => {
      const session: MockHandler = async (call, state) => {
        const reply = await handlers['session.create'](call, state);
        if (reply.status !== 200) return reply;
        const body = reply.body as { readonly accessToken: string; readonly refreshToken: string };
        tokens.push(body.accessToken, body.refreshToken);
        const { account } = state;
        const hint = `for ${account.clientSecret} and ${account.otp}: ${body.accessToken}`;
        const wrapped = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
        return { ...reply, body: { ...body, expiresIn: 'soon', hint, wrapped } };
      };
      return { handlers: { 'session.create': session } };
    },
  });
  return { mock, tokens };
}

it('a run tells its failures as data, and no secret, in whatever is answered and written, of a gateway that gives all back', async (t) => {
  const { mock, tokens } = await talkativeGateway(t);
  const { file, env } = await writeMockTarget(t, mock);
  const { opened, reader } = await openUiWithReader(t, { target: file });
  for (const [name, value] of Object.entries(env)) await opened.tell('PUT', '/api/secrets', { name, value });
  await startRunInUi(opened, { only: ['SES-05', 'SES-08', 'CRT-02', 'OTP-02'] });
  const end = await waitForRunEnd(reader);
  const { scenarios } = runAfter(reader.events);
  const failures = [...scenarios.values()].flatMap((each) => each.failures ?? []);
  const [failure] = failures.filter(({ id }) => id === 'SES-05');
  assert.ok(failure !== undefined, JSON.stringify([...scenarios.values()]));
  assert.match(toPlainText(failure.seen), /expiresIn/);
  const [final] = end.failures;
  assert.deepEqual([final?.id, final?.verdict, final?.places], ['SES-05', 'failed', failure.places]);

  const { exchanges } = readResults(newestIn(opened.folder));
  const numbers = Array.from({ length: exchanges }, (_each, at) => String(at + 1));
  assert.ok(failure.exchanges.every((seq) => seq <= exchanges));
  const gets = opened.routes.filter(({ method, url }) => method === 'GET' && url !== '/events');
  const said = new Map([['events', JSON.stringify(reader.events)]]);
  for (const route of gets)
    for (const value of route.url.includes(':seq') ? numbers : [end.run]) {
      const path = addressOf(route, value);
      said.set(path, (await sendUiRequest(opened.at(path), opened.ours)).text);
    }
  assert.ok(said.size > 15, String(said.size));
  assert.ok(tokens.length >= 2);
  const canaries = {
    ...{ secret: mock.account.clientSecret, otp: mock.account.otp, key: env.PROVIDER_PRIVATE_KEY ?? '' },
    ...Object.fromEntries(tokens.map((token, at) => [`token ${at}`, token])),
  };
  assert.deepEqual(leaksIn(said, canaries), []);
  assert.deepEqual(leaksIn(await artefactsIn(opened.folder), canaries), []);
  // The same search finds what is there.
  const wrapped = Buffer.from(`x${tokens[0] ?? ''}`).toString('base64');
  assert.deepEqual(leaksIn(new Map([['planted', `{"a":"${wrapped}"}`]]), canaries), ['planted: token 0']);
});
