import { missingAcceptedOtp, missingTwin } from '../../../support/obligations/judge/common-absences';
import type { AdapterAnswer, Evidence } from '../../../support/exchange/evidence';
import { refusalBody } from '../exchanges';
import type { ExchangeEdit } from '../integrator/edits';
import {
  answerWith,
  asSeenByProxy,
  edit,
  fromInstance,
  rejectCiphertext,
  replaceBodyMembers,
  replaceFacts,
  replaceFieldFact,
} from '../integrator/edits';
import type { JourneyStep } from '../integrator/exchanges';
import {
  ciphertextOf,
  playSteps,
  requestCertificate,
  returnCiphertext,
  sendFields,
  sendPlainMobile,
  session,
  verifyOtp,
} from '../integrator/exchanges';
import type { AbsenceRows } from './rows';
import { twinRow } from './twins';

const fetch = requestCertificate('registry');
const rejected = edit(verifyOtp(), rejectCiphertext);
const sha256: ExchangeEdit = replaceFieldFact({ padding: 'oaep-sha256' });
const wrongOtp = edit(verifyOtp(), answerWith(400, refusalBody('Invalid OTP')));
const decryption = { status: 400, body: refusalBody('Decryption failed') };

/** The exchanges as a mock records them: it has the keys of its services, and does not know the process of a client. */
const atMock = (...steps: readonly JourneyStep[]) =>
  playSteps(steps.map((step) => edit(step, fromInstance())));

const acceptedOtp = {
  missing: playSteps([session(), wrongOtp]),
  present: playSteps([session(), verifyOtp()]),
};

/** A certificate of the registry with a key of that size. */
const keyOf = (bits: number): JourneyStep =>
  edit(fetch, replaceFacts({ publicKey: { form: 'pem', type: 'rsa', bits, digest: `${bits}` } }));
const long = Buffer.concat([ciphertextOf(1), ciphertextOf(2)]).toString('base64');
/** An OTP under a key of 4096 bits. The recorder does not have the key of the service. */
const longOtp: JourneyStep = (at, n) => {
  const draft = edit(verifyOtp(), replaceBodyMembers({ otp: long }))(at, n);
  const field = { pointer: '/otp', wanted: 'encrypted', form: 'base64', bytes: 512 } as const;
  return { ...draft, facts: { ...draft.facts, fields: [field] } };
};

/** The answer of an adapter to a value of that size. */
const sized =
  (valueBytes: number, outcome: 'result' | 'refused'): JourneyStep<AdapterAnswer> =>
  (at, n) => {
    const draft = returnCiphertext('identity', 'value-1')(at, n);
    const fields = outcome === 'result' ? draft.facts.fields : undefined;
    return { ...draft, facts: { ...(fields && { fields }), adapter: { outcome, valueBytes } } };
  };

/** One ciphertext in two requests, as a proxy records them. */
const sameTwice = (): Evidence[] => {
  const otp = ciphertextOf(1).toString('base64');
  const same = edit(verifyOtp(), replaceBodyMembers({ otp }));
  return playSteps([session(), same, same]).map(asSeenByProxy);
};

export const fieldEncryptionAbsences: AbsenceRows = {
  'ENC-01': { [missingAcceptedOtp]: acceptedOtp },
  'ENC-02': {
    'a field with an identifier': {
      missing: playSteps([session(), verifyOtp()]),
      present: playSteps([session(), sendFields()]),
    },
  },
  'ENC-03': {
    'a certificate with a key as long as the ciphertext': {
      missing: playSteps([session(), longOtp]),
      present: playSteps([session(), keyOf(4096), longOtp]),
      complete: playSteps([session(), keyOf(2048), longOtp]).map(asSeenByProxy),
    },
  },
  'ENC-04': {
    'a rejection of SHA-1 before SHA-256 is used': {
      missing: playSteps([session(), fetch, edit(verifyOtp(), sha256)]),
      present: playSteps([session(), fetch, rejected, fetch, edit(verifyOtp(), sha256)]),
      trafficMissing: atMock(session(), fetch, edit(verifyOtp(), sha256)),
    },
  },
  'ENC-05': {
    'an attempt under SHA-256 after a rejection': {
      missing: playSteps([session(), fetch, rejected, fetch, rejected]),
      present: playSteps([session(), fetch, rejected, fetch, edit(verifyOtp(), sha256)]),
      trafficMissing: atMock(session(), fetch, rejected, fetch, rejected),
      mixed: atMock(session(), fetch, rejected, edit(verifyOtp(), sha256), rejected, rejected),
      complete: atMock(session(), fetch, rejected, rejected, rejected, rejected),
    },
  },
  'ENC-08': {
    'a value that is encrypted twice': {
      missing: playSteps([session(), verifyOtp('otp-1'), verifyOtp('otp-2')]),
      present: playSteps([session(), verifyOtp('otp-1'), verifyOtp('otp-1')]),
      trafficPresent: sameTwice(),
    },
  },
  'ENC-09': { [missingAcceptedOtp]: acceptedOtp },
  'ENC-10': { [missingAcceptedOtp]: acceptedOtp },
  'ENC-11': { [missingTwin]: twinRow('otp.verify', 'pkcs1-v1.5', decryption) },
  'ENC-12': { [missingTwin]: twinRow('otp.verify', 'oaep-sha256', decryption) },
  'ENC-13': { [missingTwin]: twinRow('otp.verify', 'raw', decryption) },
  'ENC-14': {
    'a value of the largest size that is encrypted': {
      missing: playSteps([sized(215, 'refused')]),
      present: playSteps([sized(214, 'result'), sized(215, 'refused')]),
    },
  },
  'ENC-15': {
    'a mobile number of the other kind, encrypted or plain': {
      missing: playSteps([session(), sendFields()]),
      present: playSteps([session(), sendFields(), sendPlainMobile()]),
    },
  },
};
