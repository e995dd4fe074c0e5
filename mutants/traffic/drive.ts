import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdapterChannel } from '../../support/adapter/channel';
import { initializeAdapter } from '../../support/adapter/initialize';
import type { AdapterMethod, MethodParams } from '../../support/adapter/protocol';
import type { StartedPayer } from '../../support/mock/started-payer';
import { mobileOtpPath, readingsForAdapters } from '../../support/contract/readings';
import { documentedSegments, fillPathSegments } from '../../support/contract/operations';
import { enrolmentPaths } from '../../support/contract/enrolment-paths';
import type { Mock } from '../../support/mock/start-mock';
import type { Target } from '../../support/targets/target';

/** Where a client finds the services, and what it has to know of them. */
interface Surroundings {
  readonly target: Target;
  /** Those of the target, or of a proxy in front of it. */
  readonly services: Mock['urls'];
  readonly ca?: string;
  readonly payer: StartedPayer;
  /** Resolves once the payer has nothing on its way to the client. */
  readonly idle?: (() => Promise<void>) | undefined;
  /** Puts a proxy in front of the client's callbacks, and gives its address. */
  readonly inFrontOf: (callbackUrl: string) => Promise<string>;
}

/** A payer that does not come to rest is left alone after this; a busy machine takes less. */
const longestRestlessMs = 20_000;
/** More than a second after what was sent before: a TIMESTAMP that stands still would not show sooner. */
const longerThanASecondMs = 1100;

/** Has a client do what an integrator does in a day: everything that traffic alone can show. */
export async function driveDay(channel: AdapterChannel, surroundings: Surroundings): Promise<void> {
  const { target } = surroundings;
  const act = await begin(channel, surroundings);
  const [{ value: otp, txnId } = { value: '', txnId: '' }] = target.otps;
  const fields = [
    { name: 'loginId', value: '482913570264', encrypted: true },
    { name: 'nationalId', value: '482913570265', encrypted: true },
    { name: 'mobile', value: '9812345670', encrypted: true },
    { name: 'name', value: `Asha ${randomUUID()}`, encrypted: false },
  ];
  const path = fillPathSegments(enrolmentPaths.identity, target.paths);
  await act('session.create', {});
  for (const service of ['identity', 'registry'] as const) await act('certificate.fetch', { service });
  for (let times = 0; times < 3; times += 1) await act('otp.verify', { otp, txnId });
  await act('fields.send', { service: 'identity', path, fields });
  await act('fields.send', { service: 'registry', path: '/api/v1/enrolment/fields', fields });
  const verification = [
    { name: 'otp', value: otp, encrypted: true },
    { name: 'txnId', value: txnId, encrypted: false },
  ];
  await act('fields.send', { service: 'identity', path, fields: verification });
  for (const service of ['identity', 'registry'] as const) {
    const verifying = mobileOtpPath(target.readings, service);
    if (verifying !== undefined) await act('fields.send', { service, path: verifying, fields: verification });
  }
  await act('insurancePlan.request', {});
  await act('eligibility.check', {});
  for (const [submit, method] of [
    ['preauth.submit', 'Preauth'],
    ['claim.submit', 'Claim'],
  ] as const) {
    const begun = await act(submit, {});
    if (begun !== undefined) await act('dummyPayer.trigger', { action: 'Approve', method, ...begun });
  }
  await act('paymentNotice.init', { providerId: target.participants.provider, claimNumber: '' });
  const cap = new AbortController();
  await Promise.race([
    surroundings.idle?.(),
    sleep(longestRestlessMs, undefined, { signal: cap.signal }).catch(() => undefined),
  ]);
  cap.abort();
  await sleep(longerThanASecondMs);
  await act('fields.send', { service: 'identity', path, fields });
}

async function begin(channel: AdapterChannel, { target, services, ca, payer, inFrontOf }: Surroundings) {
  const { readings, paths, cmId, credentials, participants } = target;
  const about = await initializeAdapter(
    channel,
    {
      protocolVersion: '1',
      services,
      paths: { ...documentedSegments, ...paths },
      credentials: credentials ?? { clientId: '', clientSecret: '' },
      cmId,
      participants,
      dummyPayerToken: null,
      callbackCertificates: services.gateway + readings['callback-certificates'],
      envelope: readings.envelope,
      payerEncryptionKey: payer.encryptionKey ?? '',
      ...(payer.encryptionCertificate !== undefined && {
        payerEncryptionCertificate: payer.encryptionCertificate,
      }),
      ...(ca !== undefined && { caCertificate: ca }),
      readings: readingsForAdapters(readings),
    },
    (text) => text,
  );
  if (about.callbackUrl !== undefined)
    payer.tell?.(await inFrontOf(about.callbackUrl), about.encryptionKey ?? '');
  return async <M extends AdapterMethod>(method: M, params: MethodParams<M>) => {
    if (!about.capabilities.includes(method)) return undefined;
    // One call that goes wrong is a part of the day.
    const outcome = await channel.call(method, params).catch(() => undefined);
    return outcome?.kind === 'result' ? outcome.value : undefined;
  };
}
