import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { auditContent } from '../cli/auditing';
import { plainTextOrEmpty } from '../plain';
import { readResults, temporaryFolder } from '../report/embedded-run';

const gateway = 'https://gateway.example';
const identity = 'https://identity.example';
const sessions = '/api/hiecm/gateway/v3/sessions';
const enrolment = '/abha/api/v3/enrollment/request/otp';
const secret = 'a1b2c3d4-0000-4000-8000-abcdefabcdef';

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (id: string, clientId = 'SBX_000001'): string =>
  `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded({ jti: id, clientId })}.${'x'.repeat(86)}`;

interface Call {
  readonly url: string;
  readonly token?: string | undefined;
  readonly body: object | string;
  readonly answer?: object;
  readonly status?: number;
  readonly method?: string;
}

/** A HAR file of these calls, one each second. */
function harFile(calls: readonly Call[], type = 'application/json'): string {
  const entries = calls.map(({ url, token, body, answer = {}, status = 200, method = 'POST' }, second) => {
    const startedDateTime = new Date(Date.UTC(2026, 10, 23, 6) + 1000 * second).toISOString();
    const headers = {
      'REQUEST-ID': randomUUID(),
      TIMESTAMP: startedDateTime,
      'X-CM-ID': 'sbx',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    return {
      ...{ startedDateTime, time: 5, cache: {}, timings: { send: 0, wait: 5, receive: 0 } },
      request: {
        ...{ method, url, httpVersion: 'HTTP/1.1', queryString: [], cookies: [] },
        headers: Object.entries({
          ...headers,
          'Content-Type': typeof body === 'string' ? type : 'application/json',
        }).map(([name, value]) => ({ name, value })),
        ...(method === 'POST' && {
          postData: { mimeType: type, text: typeof body === 'string' ? body : JSON.stringify(body) },
        }),
        ...{ headersSize: -1, bodySize: -1 },
      },
      response: {
        ...{ status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '' },
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        content: { size: 2, mimeType: 'application/json', text: JSON.stringify(answer) },
        ...{ headersSize: -1, bodySize: -1 },
      },
    };
  });
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
}

const session = (host: string, token: string): Call => ({
  url: `${host}${sessions}`,
  body: { clientId: 'SBX_000001', clientSecret: secret, grantType: 'client_credentials' },
  answer: {
    ...{ accessToken: token, expiresIn: 1200, refreshExpiresIn: 1800 },
    ...{ refreshToken: tokenOf(`refresh ${token.length}`), tokenType: 'bearer' },
  },
});

const enrol = (host: string, token?: string, body: object | string = { aadhaar: '912345678012' }): Call => ({
  url: `${host}${enrolment}`,
  token,
  body,
});

async function audited(t: TestContext, content: string, services?: object) {
  const file = join(temporaryFolder(t), 'target.json');
  if (services !== undefined) writeFileSync(file, JSON.stringify({ name: 'traffic', ...services }));
  const { folder, stdout, code } = await auditContent(
    t,
    content,
    services === undefined ? [] : ['--target', file],
  );
  const results = readResults(folder);
  return {
    ...{ stdout, code, results },
    row: (id: string) => results.obligations.find((row) => row.id === id) ?? assert.fail(id),
    unjudged: results.run.traffic?.files[0]?.unjudged,
  };
}

const one = tokenOf('one');
const two = tokenOf('two');

describe('a raw value in traffic without a target', () => {
  it('fails at a host that received the token of a session', async (t) => {
    const { row, unjudged } = await audited(t, harFile([session(gateway, one), enrol(identity, one)]));
    assert.deepEqual([row('ENC-02').verdict, unjudged], ['failed', undefined]);
  });

  it('is doubtful at a host that received another token, and the host is named', async (t) => {
    const { row, unjudged, stdout } = await audited(
      t,
      harFile([session(gateway, one), enrol(identity, two), enrol(identity, two, { loginId: 'x' })]),
    );
    assert.equal(row('ENC-02').verdict, 'inconclusive');
    assert.match(plainTextOrEmpty(row('ENC-02').reason), /field \/aadhaar: .* name it in a target/);
    const about = { method: 'POST', host: identity, path: enrolment, why: 'host' };
    assert.deepEqual(unjudged, { rows: [{ ...about, count: 2 }] });
    assert.match(stdout, /2 requests to 1 unknown host were not judged: .*https:\/\/identity\.example \(2\)/);
    assert.equal(row('HDR-02').observations, 1);
  });

  it('is doubtful if no host is shown, and if the file does not show any token', async (t) => {
    const alone = await audited(t, harFile([enrol(identity, two)]));
    const hidden = await audited(t, harFile([session(gateway, one), enrol(identity)]));
    for (const { row, unjudged } of [alone, hidden])
      assert.deepEqual([row('ENC-02').verdict, unjudged], ['inconclusive', undefined]);
  });

  for (const [what, body, id] of [
    ['an address as login id', { loginId: 'asha.rao@sbx' }, 'ENC-02'],
    ['a login id in Base64', { loginId: Buffer.from('asha.rao@sbx').toString('base64') }, 'ENC-02'],
    ['a national-ID number under another name', { aadhaarNumber: '912345678012' }, 'ENC-02'],
    ['a raw value in a form', 'loginId=912345678012&scope=enrol', 'ENC-02'],
    ['an OTP in otpValue', { authData: { otp: { otpValue: '482913' } } }, 'ENC-01'],
    ['an OTP in otp', { otp: '482913' }, 'ENC-01'],
  ] as const)
    it(`fails ${id} for ${what}`, async (t) => {
      const content = harFile(
        [session(gateway, one), enrol(identity, one, body)],
        'application/x-www-form-urlencoded',
      );
      assert.equal((await audited(t, content)).row(id).verdict, 'failed');
    });
});

describe('a raw value in traffic with a target', () => {
  const calls = harFile([session(gateway, one), enrol(identity, one)]);

  it('fails at a host of the target, whatever roles it claims', async (t) => {
    const services = { gateway, identity };
    const { row } = await audited(t, calls, { services, integrator: { roles: ['session'] } });
    assert.equal(row('ENC-02').verdict, 'failed');
  });

  it('is doubtful at any other host, even with the token of a session', async (t) => {
    const { row, unjudged } = await audited(t, calls, { services: { gateway } });
    assert.deepEqual([row('ENC-02').verdict, unjudged?.rows[0]?.host], ['inconclusive', identity]);
  });
});

describe('the service of a request', () => {
  const registry = 'https://registry.example';
  const certificate: Call = { url: `${registry}/v4/api/v1/auth/cert`, token: one, body: '', method: 'GET' };
  const ownSession: Call = {
    url: `${registry}/hpr/v4/session`,
    body: { clientId: 'SBX_000001', clientSecret: secret },
  };

  it('is that of its host, wherever a documented request shows it', async (t) => {
    const found: (string | undefined)[][] = [];
    for (const rest of [
      [ownSession, certificate],
      [certificate, ownSession],
    ]) {
      const { row, unjudged } = await audited(t, harFile([session(gateway, one), ...rest]));
      found.push([row('TOK-04').verdict, unjudged?.rows[0]?.why]);
    }
    assert.deepEqual(found, [
      ['passed', undefined],
      ['passed', undefined],
    ]);
  });

  it('is the registry at the path of its own session, by the reading', async (t) => {
    const path = '/hpr/v4/session';
    const readings = { readings: { 'registry-session': { path } } };
    const { row, unjudged } = await audited(t, harFile([session(gateway, one), ownSession]), readings);
    assert.deepEqual([row('TOK-04').verdict, unjudged], ['passed', undefined]);
  });

  it('fails a raw OTP before and after the request that shows the service', async (t) => {
    const otp: Call = { url: `${registry}/hpr/flow/verify-otp`, token: one, body: { otp: '482913' } };
    for (const rest of [
      [otp, certificate],
      [certificate, otp],
    ]) {
      const { row } = await audited(t, harFile([session(gateway, one), ...rest]));
      assert.equal(row('ENC-01').verdict, 'failed');
    }
  });

  it('is the identity service at its v3 paths, also at the address of the gateway', async (t) => {
    const certificateOfIdentity: Call = {
      ...{ url: `${gateway}/abha/api/v3/profile/public/certificate`, token: one, body: '', method: 'GET' },
    };
    for (const rest of [[], [certificateOfIdentity]])
      for (const services of [undefined, { services: { gateway, identity: gateway } }]) {
        const calls = [session(gateway, one), ...rest, enrol(gateway, one)];
        assert.equal((await audited(t, harFile(calls), services)).row('ENC-02').verdict, 'failed');
      }
    const other: Call = { ...enrol(gateway, one), url: `${gateway}/facility/api/v1/search` };
    const { row } = await audited(t, harFile([session(gateway, one), other]));
    assert.notEqual(row('ENC-02').verdict, 'failed');
  });
});

describe('two systems in one file', () => {
  const stub = 'https://stub.example';
  const stubIdentity = 'https://stub-identity.example';

  it('are judged each by itself, also for one client id', async (t) => {
    const calls = [
      session(gateway, one),
      session(stub, two),
      enrol(stubIdentity, two),
      enrol(identity, one, {}),
    ];
    const { results, row } = await audited(t, harFile(calls));
    assert.deepEqual(results.clients?.map(({ label, failed }) => [label, failed.includes('ENC-02')]).sort(), [
      ['SBX_000001@gateway.example', false],
      ['SBX_000001@stub.example', true],
    ]);
    assert.equal(row('ENC-02').verdict, 'failed');
  });

  it('are one if they share a token', async (t) => {
    const calls = [
      session(gateway, one),
      session(stub, two),
      enrol(stubIdentity, two),
      enrol(stubIdentity, one),
    ];
    const { results } = await audited(t, harFile(calls));
    assert.deepEqual(
      results.clients?.map(({ label }) => label),
      ['SBX_000001'],
    );
  });
});

describe('a request that the contract does not name', () => {
  const other = 'https://auth.example';
  const form = (value: string, id = '/912345678012'): Call => ({
    url: `${other}/api/get/session${id}`,
    token: one,
    body: `client=SBX_000001&password=${value}`,
  });
  const type = 'application/x-www-form-urlencoded';

  it('fails TOK-04 if it carries the client secret, and is listed without ids', async (t) => {
    const { row, unjudged, stdout } = await audited(t, harFile([session(gateway, one), form(secret)], type));
    assert.equal(row('TOK-04').verdict, 'failed');
    const about = { method: 'POST', host: other, why: 'path', count: 1 };
    assert.deepEqual(unjudged, { rows: [{ ...about, path: '/api/get/session/*' }] });
    assert.match(stdout, /does not name the path: POST https:\/\/auth\.example\/api\/get\/session\/\* \(1\)/);
    assert.equal(row('HDR-02').observations, 1);
  });

  it('fails TOK-04 also at a path that is called like one of a session', async (t) => {
    const { row } = await audited(t, harFile([session(gateway, one), form(secret, '')], type));
    assert.equal(row('TOK-04').verdict, 'failed');
  });

  it('fails TOK-04 for the client whose secret it carries, although it carries no token', async (t) => {
    const first = session(gateway, one);
    const other = {
      ...session(gateway, tokenOf('other', 'SBX_000002')),
      body: { clientId: 'SBX_000002', clientSecret: 'ffffeeee-0000-4000-8000-abcdefabcdef' },
    };
    const post: Call = { url: 'https://login.example/oauth/token', body: `client_secret=${secret}&x=1` };
    const { results } = await audited(t, harFile([first, other, post], type));
    const failing = results.clients?.filter(({ failed }) => failed.includes('TOK-04'));
    assert.deepEqual(
      failing?.map(({ label }) => label),
      ['SBX_000001'],
    );
  });

  it('fails nothing with another value, nor with a secret of another system', async (t) => {
    const login: Call = { url: 'https://login.example/oauth/token', body: 'clientSecret=0f3c9a77-another' };
    const { row, unjudged } = await audited(
      t,
      harFile([session(gateway, one), form('0f3c9a77'), login, login], type),
    );
    assert.equal(row('TOK-04').verdict, 'passed');
    assert.deepEqual(
      unjudged?.rows.map(({ host, count }) => [host, count]),
      [
        ['https://login.example', 2],
        [other, 1],
      ],
    );
  });
});

describe('the requests that are not judged', () => {
  const page = (name: string): Call => ({ url: `https://${name}.web.example/`, body: '', method: 'GET' });
  const names = Array.from({ length: 60 }, (_, at) => `page-${at}`);

  it('name an unknown host even after many other paths, and the most frequent paths', async (t) => {
    const late = [enrol(identity, two), page('late'), page('late')];
    const content = harFile([session(gateway, one), ...names.map(page), ...late]);
    const { unjudged, stdout } = await audited(t, content);
    const rows = unjudged?.rows ?? [];
    assert.deepEqual([rows.length, unjudged?.further, unjudged?.furtherAtHosts], [51, 11, undefined]);
    assert.deepEqual([rows[0]?.host, rows[0]?.count], ['https://late.web.example', 2]);
    assert.ok(rows.some((row) => row.why === 'host' && row.host === identity));
    assert.match(stdout, /1 request to 1 unknown host was not judged/);
    assert.match(stdout, /62 requests unknown to the contract/);
  });

  it('name as many unknown hosts as possible, and count the rest by its reason', async (t) => {
    const path = '/abha/api/v3/profile/public/certificate';
    const calls = names.map((_, at): Call => ({
      ...{ url: `${identity}${'/x'.repeat(at)}${path}`, body: '', method: 'GET', status: 404 },
    }));
    const last = enrol('https://other-identity.example', tokenOf('three'), {});
    const { unjudged } = await audited(t, harFile([session(gateway, one), ...calls, last]));
    assert.ok(unjudged?.rows.some((row) => row.host === 'https://other-identity.example'));
    assert.deepEqual([unjudged?.further, unjudged?.furtherAtHosts], [11, 11]);
  });
});
