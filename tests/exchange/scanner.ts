import { randomBytes } from '../seed';
import { lintSource } from '@secretlint/core';
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import { creator as pattern } from '@secretlint/secretlint-rule-pattern';
import { jwt, privateKey } from './planting';

/** What the scanner's own rules leave out. */
const patterns = [
  { name: 'JSON Web Token', patterns: ['/\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]{8,}/'] },
  { name: 'credentials of a header', patterns: ['/\\b(?:Bearer|Basic) (?!\\[)[\\w+\\/=.-]{16,}/'] },
  { name: 'signature of an address', patterns: ['/[?&](?:sig|X-Amz-Signature)=[0-9a-f]{64}\\b/'] },
];

/** What a scanner that is not ours finds, in a text as it stands and behind the escapes of JSON. */
export async function foundByScanner(text: string): Promise<string[]> {
  const parts = new Set<string>();
  const plain = text.replaceAll('\\"', '"').replaceAll('\\n', '\n');
  for (const content of [text, plain, plain.replaceAll('\\"', '"')]) {
    const { messages } = await lintSource({
      source: { filePath: '/recording.txt', content, ext: '.txt', contentType: 'text' },
      options: {
        config: {
          rules: [
            { id: '@secretlint/secretlint-rule-preset-recommend', rule: preset },
            { id: '@secretlint/secretlint-rule-pattern', rule: pattern, options: { patterns } },
          ],
        },
      },
    });
    for (const { range } of messages) parts.add(content.slice(...range));
  }
  return [...parts];
}

const letters = (count: number): string =>
  randomBytes(2 * count)
    .toString('base64')
    .replace(/\W/g, '')
    .slice(0, count);

/** Secrets of products that a scanner knows by their form, and those that our patterns name. */
export const scannable = async (): Promise<Readonly<Record<string, string>>> => ({
  'GitHub token': `ghp_${letters(36)}`,
  'Slack token': `xoxb-123456789012-1234567890123-${letters(24)}`,
  'private key': privateKey(),
  JWT: await jwt(),
  header: `Bearer ${letters(40)}`,
  'signed address': `https://s3.example/a?X-Amz-Signature=${randomBytes(32).toString('hex')}`,
  'database address': `postgres://admin:${letters(20)}@db.example:5432/claims`,
});
