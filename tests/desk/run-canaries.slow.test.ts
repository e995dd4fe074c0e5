import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Results } from '../../support/judging/results';
import type { Handler } from '../../support/mock/seams';
import { targetOf } from '../cli/targets';
import { artefactsIn, leaksIn } from '../report/artefacts';
import { runningMock } from '../mock/running-mock';
import { readResults } from '../report/embedded-run';
import type { AskedDesk } from './asking';
import { askedDesk } from './asking';

/** A gateway that gives all secrets back in what it answers, one of them in Base64; the tokens that it issued. */
async function talkativeGateway(t: TestContext) {
  const tokens: string[] = [];
  const mock = await runningMock(t, {
    seams: ({ handlers }) => {
      const session: Handler = async (call, state) => {
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

/** Resolves once the run has ended, whatever came of it. */
async function ended({ desk }: AskedDesk): Promise<void> {
  const { hub } = desk.context;
  const isOver = (): boolean => hub.kept().events.some((event) => event.type === 'run.finished');
  await new Promise<void>((resolve) => {
    const forget = hub.onNews(() => {
      if (!isOver()) return;
      forget();
      resolve();
    });
  });
}

/** All that the page may ask for once a run has ended, by path. */
async function answersOf({ ask, desk }: AskedDesk, results: Results): Promise<Map<string, string>> {
  const live = desk.context.hub
    .kept()
    .events.flatMap((event) => (event.type === 'run.exchange' ? [event.seq] : []));
  const paths = [
    '/api/events/kept',
    '/api/target',
    '/api/run/preview',
    '/api/history',
    '/api/history/trend',
    '/api/traffic/setup',
    '/api/reports/latest',
    '/api/review/latest',
    ...results.obligations.map(({ id }) => `/api/reports/latest/obligations/${id}`),
    ...live.map((seq) => `/api/run/exchanges/${seq}`),
    ...live.map((seq) => `/api/reports/latest/exchanges/${seq}`),
  ];
  const said = new Map<string, string>();
  for (const path of paths) {
    const { status, text } = await ask('GET', path);
    assert.equal(status, 200, `${path}: ${text}`);
    said.set(path, text);
  }
  return said;
}

describe('a run of the desk', { timeout: 120_000 }, () => {
  it('tells no secret, in whatever it answers and writes, of a gateway that gives all of them back', async (t) => {
    const { mock, tokens } = await talkativeGateway(t);
    const { file, env } = await targetOf(t, mock);
    const asked = await askedDesk(t, { target: file });
    for (const [name, value] of Object.entries(env)) await asked.ask('PUT', '/api/secrets', { name, value });
    assert.equal((await asked.ask('POST', '/api/run', { subject: 'service' })).status, 200);
    await ended(asked);
    const { reports, folder } = asked.desk.context;
    const results = readResults(reports);
    assert.equal(results.obligations.find(({ id }) => id === 'SES-05')?.verdict, 'failed');
    assert.equal((await asked.ask('POST', '/api/history/pack/latest')).status, 200);
    const said = await answersOf(asked, results);
    assert.ok(said.size > 100, String(said.size));
    assert.ok(tokens.length > 4);
    const canaries = {
      ...{ secret: mock.account.clientSecret, otp: mock.account.otp, key: env.PROVIDER_PRIVATE_KEY ?? '' },
      ...Object.fromEntries(tokens.map((token, at) => [`token ${at}`, token])),
    };
    assert.deepEqual(leaksIn(said, canaries), []);
    for (const each of [reports, folder]) assert.deepEqual(leaksIn(await artefactsIn(each), canaries), []);
    // The same search finds what is there.
    const wrapped = Buffer.from(`x${tokens[0] ?? ''}`).toString('base64');
    assert.deepEqual(leaksIn(new Map([['planted', `{"a":"${wrapped}"}`]]), canaries), ['planted: token 0']);
  });
});
