import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { conformingSeams } from '../../support/client/integrator';
import type { IntegratorSeams } from '../../support/client/integrator/seams';
import type { Mock, MockOptions, Role } from '../../support/library';
import { ConfigurationError, expectConformance, startMock } from '../../support/library';
import { clientOf } from './client';

const files = {
  'bare.yaml': 'name: mine\n',
  'services.yaml': 'name: mine\nservices: { gateway: https://gateway.example }\n',
  'client.yaml': 'name: mine\nintegrator: { url: "${CLIENT_URL}", roles: [session] }\n',
};

/** One id for all requests. */
const sameId: Partial<IntegratorSeams> = {
  ids: { ...conformingSeams.ids, requestId: () => '6f1f2a7e-3d53-4c58-9df0-3a2f7a0a8d11' },
};
const oldPadding: Partial<IntegratorSeams> = {
  cipher: {
    ...conformingSeams.cipher,
    encrypt: (key, value) => conformingSeams.cipher.encrypt(key, value, 'pkcs1-v1.5'),
  },
};

/** What was refused was sent all the same. */
async function attempted(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch {
    // The mock has judged it.
  }
}

const ofOneService = ['CRT-09', 'ENC-03', 'ENC-04'];

describe('the roles of a client in a test', { timeout: 60_000 }, () => {
  let folder: string;
  let mock: Mock | undefined;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'conform-roles-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  afterEach(async () => {
    await mock?.close();
    mock = undefined;
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const started = async (options?: MockOptions): Promise<Mock> => (mock = await startMock(options));

  /** Has a client open sessions and verify an OTP at the registry, and calls nothing else. */
  async function verifying(options?: MockOptions, seams: Partial<IntegratorSeams> = {}): Promise<Mock> {
    const played = await started(options);
    const client = await clientOf(played, seams);
    await client['session.create']({});
    await attempted(() => client['session.create']({}));
    await attempted(() => client['otp.verify']({ otp: played.otp, txnId: played.txnId }));
    return played;
  }

  async function enrolling(options?: MockOptions, seams: Partial<IntegratorSeams> = {}): Promise<Mock> {
    const played = await started(options);
    const client = await clientOf(played, seams);
    await attempted(() =>
      client['fields.send']({
        service: 'identity',
        path: '/identity/api/v3/enrolment/fields',
        fields: [{ name: 'loginId', value: '91234567890123', encrypted: true }],
      }),
    );
    return played;
  }

  const ways: readonly (readonly [string, () => MockOptions | undefined])[] = [
    ['without a target', () => undefined],
    ['with a target of a name alone', () => ({ target: join(folder, 'bare.yaml') })],
    ['with a target of services', () => ({ target: join(folder, 'services.yaml') })],
    ['with a target that names a client', () => ({ target: join(folder, 'client.yaml') })],
    ['with roles', () => ({ roles: ['session', 'registry'] })],
    [
      'with a target and roles',
      () => ({ target: join(folder, 'bare.yaml'), roles: ['session', 'registry'] }),
    ],
  ];
  for (const [way, options] of ways) {
    it(`passes a right client ${way}`, async () => {
      const played = await verifying(options());
      expectConformance(played);
      expectConformance(played, { only: ['HDR-05', 'SES-01', 'OTP-01', ...ofOneService] });
    });

    it(`fails a wrong client ${way}`, async () => {
      const played = await verifying(options(), sameId);
      assert.throws(() => {
        expectConformance(played);
      }, /^AssertionError.*HDR-05 \[must/s);
      assert.throws(() => {
        expectConformance(played, { only: ['HDR-05'] });
      }, /^AssertionError.*HDR-05 \[must/s);
    });
  }

  for (const [service, act] of [
    ['registry', verifying],
    ['identity', enrolling],
  ] as const) {
    it(`asks a client of the ${service} alone for nothing of another service`, async () => {
      const played = await act();
      expectConformance(played);
      expectConformance(played, { only: ofOneService });
      await played.close();
      const wrong = await act({}, oldPadding);
      assert.throws(() => {
        expectConformance(wrong, { only: ['ENC-04'] });
      }, /^AssertionError.*ENC-04 \[must/s);
    });

    it(`asks a client whose roles are named for all of them, where it called the ${service} alone`, async () => {
      const played = await act({ roles: ['session', 'identity', 'registry'] });
      expectConformance(played);
      const other = service === 'registry' ? 'identity' : 'registry';
      assert.throws(
        () => {
          expectConformance(played, { only: ['ENC-04'] });
        },
        new RegExp(`ENC-04 .*: not-tested\nnot seen: ${other} `),
      );
    });
  }

  it('passes no obligation of a service that was not called', async () => {
    const played = await started();
    await (await clientOf(played))['session.create']({});
    for (const id of ofOneService)
      assert.throws(
        () => {
          expectConformance(played, { only: [id] });
        },
        new RegExp(`${id} .*: not-tested\nnot exercised`),
      );
  });

  it('says so where nothing was judged', async () => {
    const played = await started({ roles: ['registry'] });
    assert.throws(() => {
      expectConformance(played);
    }, /^AssertionError.*Nothing reached the mock/s);
    await (await clientOf(played))['session.create']({});
    assert.throws(() => {
      expectConformance(played);
    }, /^AssertionError.*Nothing of what reached the mock was judged.*registry.*startMock\(\{ roles \}\)/s);
  });

  it('says so where what reached it is no request of the contract', async () => {
    const played = await started();
    await fetch(`${played.services.gateway}/elsewhere`);
    assert.throws(() => {
      expectConformance(played);
    }, /^AssertionError.*there is nothing to judge\.\nLeft aside: 1 requests that no client of ours makes/s);
  });

  it('says what no mock can show', async () => {
    const played = await verifying();
    assert.throws(() => {
      expectConformance(played, { only: ['HDT-05'] });
    }, /HDT-05 .*: not-tested\na mock cannot show it: .*adapter/);
    assert.throws(() => {
      expectConformance(played, { only: ['TOK-08'] });
    }, /TOK-08 .*: not-tested\na mock cannot show it: .*declare/);
  });

  it('refuses roles that there are not, with their place', async () => {
    const bad: readonly [unknown, RegExp][] = [
      [['regstry'], /^roles regstry: unknown role — there are session, identity, registry, hip/],
      [['gateway'], /^roles gateway: unknown role/],
      [[], /^roles names none — leave it out/],
      ['registry', /^roles must be a list of texts — /],
      [['session', 7], /^roles must be a list of texts — /],
    ];
    for (const [roles, line] of bad)
      await assert.rejects(
        started({ roles: roles as Role[] }),
        (error: unknown) => error instanceof ConfigurationError && (assert.match(error.line, line), true),
      );
  });
});
