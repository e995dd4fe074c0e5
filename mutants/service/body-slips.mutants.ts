import { encodeBody, contentType } from '../../support/mock/answer-bytes';
import type { ObligationId } from '../../support/obligations';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import { editAllReplies } from '../replies';
import { withSeams } from '../stage';

/** A service that writes the bodies of all its answers in another way; their Content-Type stays the same. */
function writing(
  name: string,
  story: string,
  cause: string,
  breaks: readonly ObligationId[],
  write: (text: string) => string | Buffer,
): Mutant {
  const seams = editAllReplies((reply) => {
    const { body, headers } = reply;
    if (body === undefined || Buffer.isBuffer(body)) return reply;
    const written = Buffer.from(write(encodeBody(body).toString()));
    return { ...reply, headers: { 'Content-Type': contentType(body), ...headers }, body: written };
  });
  const diagnosis = Object.fromEntries(breaks.map((id) => [id, cause]));
  return { ...serviceMutant(name, breaks, story, withSeams(seams)), diagnosis };
}

const demanding: readonly ObligationId[] = ['SES-05', 'SES-08', 'SES-09', 'OTP-03', 'CRT-01', 'CRT-02'];

/** Services that write every answer in a wrong way, despite which the answers can be read. */
export const bodySlipMutants: readonly Mutant[] = [
  writing(
    'answers-after-byte-order-mark',
    'The text encoder writes a byte order mark.',
    'a byte order mark precedes',
    demanding,
    (text) => `\ufeff${text}`,
  ),
  writing(
    'answers-in-utf-16',
    'The platform writes texts in UTF-16.',
    'encoded in UTF-16',
    demanding,
    (text) => Buffer.from(text, 'utf16le'),
  ),
];
