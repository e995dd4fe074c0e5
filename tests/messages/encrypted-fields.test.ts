import type { FieldFlaw } from '../../support/contract/field-text';
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

const written = (form: FieldFact['form'], flaw: FieldFlaw, told: RegExp): Mistake => ({
  evidence: shut({ form, flaw }),
  id: 'ENC-03',
  told,
});

eachTells('the text of an encrypted field', {
  'Base64 without padding': written(
    'base64-loose',
    'without padding',
    /leaves out the = at the end; alphabet and bytes are right/,
  ),
  'Base64 with line breaks': written('base64-loose', 'line breaks', /a MIME encoder breaks the lines/),
  'Base64 with a line end': written('base64-loose', 'line end behind it', /keeps its last line end/),
  base64url: written('base64url', 'URL alphabet', /the URL alphabet \(- and _\)/),
  hexadecimal: written('hex', 'hexadecimal', /hexadecimal in place of Base64/),
  'Base64 twice': {
    evidence: shut({ flaw: 'Base64 twice', bytes: 344 }),
    id: 'ENC-03',
    told: /put into Base64 twice/,
  },
  'null (mistake 16)': written(
    'not-a-string',
    'null',
    /encryption failed, .* with null in place of the ciphertext/,
  ),
  'an empty text (mistake 16)': written('text', 'empty text', /encryption failed, .* with an empty text/),
  'the word undefined (mistake 16)': written(
    'text',
    'word for nothing',
    /encryption failed, .* the word for nothing/,
  ),
  'the word [object Object] (mistake 16)': written('text', 'object as text', /an object became a text/),
  'a promise': written('not-a-string', 'empty object', /the encryption was not awaited/),
  'two ciphertexts in one Base64': {
    evidence: shut({ bytes: 512, padding: 'unknown' }),
    id: 'ENC-03',
    told: /two ciphertexts in one field/,
  },
  'a leading zero cut off': {
    evidence: shut({ bytes: 255, padding: 'unknown' }),
    id: 'ENC-03',
    told: /leading zeros of the ciphertext were cut off/,
  },
  'a key of another length': {
    evidence: shut({ bytes: 512, modulusBytes: 384, padding: 'unknown' }),
    id: 'ENC-03',
    told: /a key of 4096 bits encrypted it, and that of the service has 3072/,
  },
  'the raw value (mistake 16)': {
    evidence: shut({ form: 'text', readable: { planted: 'otp-1', encoding: 'raw' } }),
    id: 'ENC-01',
    told: /encryption was left out or failed, and the request was sent all the same/,
  },
  'the value in Base64 alone': {
    evidence: shut({ form: 'text', readable: { planted: 'otp-1', encoding: 'base64' } }),
    id: 'ENC-01',
    told: /base64 encrypts nothing/,
  },
});

eachTells('the padding of an encrypted field (mistake 6)', {
  'SHA-256 from the first': {
    evidence: otp({ padding: 'oaep-sha256' }),
    id: 'ENC-04',
    told: /SHA-256 from the first attempt on/,
  },
  'mixed hashes': {
    evidence: otp({ padding: 'oaep-mixed' }),
    id: 'ENC-04',
    told: /Java's default .*MGF1 stays at SHA-1/,
  },
  'PKCS#1 v1.5': { evidence: otp({ padding: 'pkcs1-v1.5' }), id: 'ENC-04', told: /RSA\/ECB\/PKCS1Padding/ },
});

eachTells('the key of an encrypted field (mistake 7)', {
  "the other service's": {
    evidence: otp({ key: 'identity', ownKey: false }),
    id: 'CRT-09',
    told: /the certificate of identity is used for registry too: each service has one of its own/,
  },
  'the callback JWKS': {
    evidence: otp({ key: 'callback JWKS', ownKey: false }),
    id: 'CRT-09',
    told: /the callback JWKS is taken for the certificate/,
  },
});

const bytes = (flaw: string, told: RegExp): Mistake => ({
  evidence: otp({ plaintext: { bytes: 9, contains: ['otp-1'], flaw } }),
  id: 'ENC-07',
  told,
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
  'ISO 8859-1': bytes('as ISO 8859-1', /in ISO 8859-1.*name UTF-8 where the text is turned into bytes/),
  'Windows-1252': bytes('as Windows-1252', /in Windows-1252/),
  'UTF-16': bytes('as UTF-16', /in UTF-16, as it stands in memory/),
  'letters that became ?': bytes(
    'with ? in place of letters',
    /a charset that lacks the letters writes \? for them/,
  ),
  'UTF-8 twice': bytes('in UTF-8 twice', /the bytes of UTF-8 were taken for text/),
  'in quotes': bytes('in quotes', /written as JSON before it is encrypted/),
  'a word for nothing': bytes('a word for nothing', /the value was not there when it was encrypted/),
  'a library that garbles letters beyond Latin-1': {
    evidence: encrypting(beyond('result', { padding: 'unknown' })),
    id: 'ENC-07',
    told: /a ciphertext that no key opens[^]*garbles letters beyond Latin-1: name UTF-8/,
  },
  'a library that throws on letters beyond Latin-1': {
    evidence: encrypting(beyond('refused', {})),
    id: 'ENC-07',
    told: /an error \(-32000\) in place of a ciphertext[^]*the library throws on letters beyond Latin-1/,
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
  'the same hash for good': {
    evidence: retry('oaep-sha1', 'oaep-sha1'),
    id: 'ENC-05',
    told: /the hash is fixed: the value comes again as it was rejected/,
  },
  "Java's default": {
    evidence: retry('oaep-sha1', 'oaep-mixed'),
    id: 'ENC-05',
    told: /its MGF1 stays at SHA-1/,
  },
  'another padding for good': {
    evidence: retry('pkcs1-v1.5', 'pkcs1-v1.5', 'pkcs1-v1.5'),
    id: 'ENC-05',
    told: /no SHA-256 in 3 attempts[^]*another mistake may be why it was rejected/,
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
