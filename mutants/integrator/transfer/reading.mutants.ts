import { RefusalError } from '../../../support/adapter/handlers';
import type { MethodResult } from '../../../support/adapter/protocol';
import type { IntegratorHandlers } from '../../../support/client/integrator';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import { brokenIntegrator } from '../specimens';
import { splitTag, openGcm, openUnverified, sealGcm } from './gcm';
import { parsingMutants } from './parsing.mutants';
import { startTransferHandlers, brokenHiu, rightly } from './sides';
import type { TransferChange } from './sides';

const misread = (name: string, story: string, told: string, change: TransferChange): Mutant => ({
  ...brokenHiu(name, ['HDT-11'], story, change),
  diagnosis: { 'HDT-11': told },
});

const ofText = (change: (bundle: string) => string): TransferChange => ({
  bundle: { ...rightly.bundle, read: (bytes) => change(rightly.bundle.read(bytes)) },
});

const indented = (bundle: string): string => {
  try {
    return JSON.stringify(JSON.parse(bundle), undefined, 2);
  } catch {
    return bundle;
  }
};

const refusingContents = (wanted: (bytes: number) => boolean): TransferChange => ({
  open: (secret, iv, content) => {
    if (!wanted(content.length)) throw new RefusalError('the content has a length that is not expected');
    return rightly.open(secret, iv, content);
  },
});

/** Right contents that are read otherwise, or not at all (HDT-11). */
const misreadings: Mutant[] = [
  misread('hiu-bundle-in-latin-1', 'The charset is that of the platform.', 'UTF-8 read as ISO 8859-1', {
    bundle: { ...rightly.bundle, read: (bytes) => bytes.toString('latin1') },
  }),
  misread('hiu-bundle-in-ascii', 'The charset is ASCII.', 'another text', {
    bundle: { ...rightly.bundle, read: (bytes) => bytes.toString('ascii') },
  }),
  misread(
    'hiu-bundle-indented',
    'The bundle is parsed and serialised again.',
    'parsed and serialised again',
    ofText(indented),
  ),
  misread(
    'hiu-bundle-composed',
    'Texts are normalised.',
    'Unicode normal form',
    ofText((text) => text.normalize()),
  ),
  misread(
    'hiu-bundle-as-json-string',
    'The bundle is written as JSON.',
    'as a JSON string',
    ofText(JSON.stringify),
  ),
  misread('hiu-bundle-in-base64', 'The bytes are handed on in Base64.', '', {
    bundle: { ...rightly.bundle, read: (bytes) => bytes.toString('base64') },
  }),
  misread(
    'hiu-bundle-with-newline',
    'The bundle is printed.',
    '',
    ofText((text) => `${text}\n`),
  ),
  misread(
    'hiu-large-bundle-refused',
    'A content has at most 1 MiB.',
    '',
    refusingContents((size) => size < 2 ** 20),
  ),
  brokenHiu('hiu-always-empty', ['HDT-11', 'HDT-12'], 'The bundle is thought to be fetched elsewhere.', {
    open: () => Buffer.alloc(0),
  }),
];

const unverified = (key: Buffer, iv: Buffer, content: Buffer): Buffer =>
  openUnverified(key, iv, splitTag(content).ciphertext);

/** Verifies as many bytes of the tag as it likes. */
const verifying = (bytes: number): TransferChange => ({
  open: (key, iv, content) => {
    const { ciphertext, tag } = splitTag(content);
    const plaintext = openUnverified(key, iv, ciphertext);
    const right = sealGcm(key, iv, plaintext).tag;
    if (!right.subarray(0, bytes).equals(tag.subarray(0, bytes))) throw new RefusalError('the tag is wrong');
    return plaintext;
  },
});

function accepting(name: string, story: string, told: string, change: TransferChange): Mutant {
  return { ...brokenHiu(name, ['HDT-12'], story, change), diagnosis: { 'HDT-12': told } };
}

/** An HIU that makes a success of the refusals that it knows. */
function excusing(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  wanted: RegExp,
  bundle: string | null,
  told: string,
): Mutant {
  const diagnosis = Object.fromEntries(breaks.map((id) => [id, told]));
  const start = {
    start: startTransferHandlers((own) => ({
      'transfer.decrypt': async (params) => {
        try {
          return await own['transfer.decrypt'](params);
        } catch (error) {
          if (wanted.test(String(error))) return { bundle };
          throw error;
        }
      },
    })),
  };
  return { ...brokenIntegrator(name, breaks, story, start), diagnosis };
}

/** Hands the first bundle of a transfer out again, whatever content comes with its id. */
function keepingBundles(own: IntegratorHandlers): Partial<IntegratorHandlers> {
  const kept = new Map<string, MethodResult<'transfer.decrypt'>>();
  return {
    'transfer.decrypt': async (params) => {
      const { transferId } = params as { readonly transferId?: string };
      if (transferId === undefined) return own['transfer.decrypt'](params);
      const bundle = kept.get(transferId) ?? (await own['transfer.decrypt'](params));
      kept.set(transferId, bundle);
      return bundle;
    },
  };
}

const ofTag = /tag/;
const ofAnything = /(?:)/;

/** Changed contents that are taken (HDT-12), and what a failure reveals. */
const changes: Mutant[] = [
  accepting(
    'tag-unverified',
    'The stream is read to its end and never finished.',
    'the tag is not verified: what the cipher makes',
    { open: unverified },
  ),
  accepting(
    'tag-of-4-bytes-verified',
    'A short tag is thought to be enough.',
    'only a part of the tag is verified',
    verifying(4),
  ),
  accepting(
    'tag-verified-but-for-its-end',
    'The tag is cut to the length of an IV.',
    'only a part of the tag is verified',
    verifying(12),
  ),
  accepting('tag-optional', 'What does not open with its tag is read without it.', '', {
    open: (key, iv, content) => {
      try {
        return openGcm(key, iv, splitTag(content));
      } catch {
        return unverified(key, iv, content);
      }
    },
  }),
  accepting(
    'plaintext-in-refusal',
    'The error shows what was read so far.',
    'deciphered before the tag was verified',
    {
      open: (key, iv, content) => {
        try {
          return openGcm(key, iv, splitTag(content));
        } catch {
          throw new RefusalError(
            `the tag is wrong, after ${unverified(key, iv, content).toString('latin1')}`,
          );
        }
      },
    },
  ),
  excusing(
    'failure-swallowed',
    ['HDT-12'],
    'A failure is caught, and the empty text returned.',
    ofTag,
    '',
    'an empty bundle returned in place of an error',
  ),
  excusing(
    'failure-as-null',
    ['HDT-12'],
    'A failure is caught, and null returned.',
    ofTag,
    null,
    'null returned in place of an error',
  ),
  excusing(
    'failure-as-bundle',
    ['HDT-12'],
    'The error is returned as bundle.',
    ofTag,
    'decryption failed',
    'a text of the client returned as if it were the bundle',
  ),
  excusing(
    'every-failure-swallowed',
    ['HDT-12', 'HDT-13', 'HDT-16'],
    'Every failure is caught, and the empty text returned.',
    ofAnything,
    '',
    'an empty bundle returned in place of an error',
  ),
  {
    ...brokenIntegrator(
      'bundle-by-transfer',
      ['HDT-11', 'HDT-12', 'HDT-13', 'HDT-16'],
      'The bundle of a transfer is kept, and what comes later under its id is not read.',
      { start: startTransferHandlers(keepingBundles) },
    ),
    diagnosis: { 'HDT-12': 'comes back' },
  },
];

/** What an HIU makes of contents. */
export const contentReadingMutants: readonly Mutant[] = [...misreadings, ...parsingMutants, ...changes];
