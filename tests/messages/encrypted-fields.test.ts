import type { FieldFact } from '../../support/exchange/facts';
import { at } from '../obligations/integrator/breaches';
import type { FieldEdit } from '../obligations/integrator/edits';
import { edit, editAnswer, field, rejected, unopened } from '../obligations/integrator/edits';
import type { AnyStep } from '../obligations/integrator/exchanges';
import {
  certificate,
  encrypted,
  goodField,
  play,
  session,
  verifyOtp,
} from '../obligations/integrator/exchanges';
import { journey } from '../obligations/integrator/judge';
import type { Mistake } from './telling';
import { eachTells } from './telling';

/** The first OTP of a journey, changed in what was found of it. */
const otp = (changes: Partial<FieldFact>): Mistake['evidence'] =>
  play(journey(at('firstOtp', (step) => edit(step, field(changes)))));
const shut = (changes: Partial<FieldFact>): Mistake['evidence'] =>
  play(journey(at('firstOtp', (step) => edit(step, unopened(changes), rejected))));

eachTells('the text of an encrypted field', {
  'a key of another length': {
    evidence: shut({ bytes: 512, modulusBytes: 384, padding: 'unknown' }),
    id: 'ENC-03',
    told: /of 384 bytes[^]*base64 of 512 bytes[^]*a key of another length than that of the service encrypted it/,
  },
  'the raw value (mistake 16)': {
    evidence: shut({ form: 'text', readable: { planted: 'otp-1', encoding: 'raw' } }),
    id: 'ENC-01',
    told: /encryption was left out or failed, and the raw value was given all the same/,
  },
  'the value in Base64 alone': {
    evidence: shut({ form: 'text', readable: { planted: 'otp-1', encoding: 'base64' } }),
    id: 'ENC-01',
    told: /otp-1, base64[^]*merely encoded[^]*encrypts nothing/,
  },
});

eachTells('the key of an encrypted field (mistake 7)', {
  "the other service's": {
    evidence: otp({ key: 'identity', ownKey: false }),
    id: 'CRT-09',
    told: /got {7}the key of identity[^]*the certificate of one service is used for the other too/,
  },
  'the callback JWKS': {
    evidence: otp({ key: 'callback JWKS', ownKey: false }),
    id: 'CRT-09',
    told: /the callback JWKS is taken for the certificate/,
  },
});

/** A value of ASCII that the adapter encrypts as it should, and then one of another character set. */
const encrypting = (change: FieldEdit): Mistake['evidence'] => {
  const ascii: AnyStep = (arrived, n) => {
    const step = encrypted('identity', 'national-id-3')(arrived, n);
    const plaintext = { bytes: 12, equals: 'national-id-3', contains: [], charset: 'ASCII' } as const;
    return { ...step, facts: { fields: [{ ...goodField('identity', '/ciphertext', ''), plaintext }] } };
  };
  return play([
    session(),
    certificate('identity'),
    ascii,
    editAnswer(encrypted('identity', 'value-1'), change),
  ]);
};

const beyond =
  (outcome: 'result' | 'refused', changes: Partial<FieldFact>): FieldEdit =>
  (draft) => ({
    ...draft,
    facts: {
      ...draft.facts,
      adapter: {
        outcome,
        valueBytes: 20,
        charset: 'beyond Latin-1',
        ...(outcome === 'refused' && { code: -32000 }),
      },
      fields:
        outcome === 'refused'
          ? []
          : [
              {
                pointer: '/ciphertext',
                wanted: 'encrypted',
                form: 'base64',
                bytes: 256,
                modulusBytes: 256,
                ...changes,
              },
            ],
    },
  });

eachTells('the bytes of an encrypted value', {
  'a library that garbles letters beyond Latin-1': {
    evidence: encrypting(beyond('result', { padding: 'unknown' })),
    id: 'ENC-07',
    told: /a ciphertext that no key opens, of a value with letters beyond Latin-1[^]*garbles its letters: name UTF-8/,
  },
  'a library that throws on letters beyond Latin-1': {
    evidence: encrypting(beyond('refused', {})),
    id: 'ENC-07',
    told: /letters beyond Latin-1[^]*an error \(-32000\) in place of a ciphertext[^]*the library throws on letters/,
  },
});

const again = (padding: FieldFact['padding']) =>
  edit(verifyOtp(), field({ ...(padding && { padding }) }), rejected);
const retry = (...paddings: FieldFact['padding'][]): Mistake['evidence'] =>
  play([
    session(),
    certificate('registry'),
    ...paddings.flatMap((padding) => [again(padding), certificate('registry')]),
  ]);

eachTells('what comes after a rejection', {
  'another key': {
    evidence: retry('oaep-sha1', 'unknown'),
    id: 'ENC-05',
    told: /what comes again is under another key than the known ones, or garbled/,
  },
  'another padding for good': {
    evidence: retry('pkcs1-v1.5', 'pkcs1-v1.5', 'pkcs1-v1.5'),
    id: 'ENC-05',
    told: /even where another mistake may be why it was rejected[^]*PKCS#1 v1.5 in [^]*no SHA-256 in 3 attempts/,
  },
  'a certificate that is cached for good (mistake 9)': {
    evidence: play([
      session(),
      certificate('registry'),
      again('oaep-sha1'),
      again('oaep-sha256'),
      again('oaep-sha1'),
    ]),
    id: 'CRT-08',
    told: /the rejection was recognised, as another hash shows; the certificate is cached for good/,
  },
  'a rejection that is not recognised (mistake 13)': {
    evidence: play([session(), certificate('registry'), again('oaep-sha1'), again('oaep-sha1')]),
    id: 'CRT-08',
    told: /not recognised in the error body, or the certificate is cached for good/,
  },
});
