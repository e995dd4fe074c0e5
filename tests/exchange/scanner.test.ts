import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { lintSource } from '@secretlint/core';
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend';
import { creator as pattern } from '@secretlint/secretlint-rule-pattern';
import { asking, discreetRecorder } from './unannounced';
import { answering, jwt, privateKey } from './planting';

/** What the scanner's own rules leave out. */
const patterns = [
  { name: 'JSON Web Token', patterns: ['/\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]{8,}/'] },
  { name: 'credentials of a header', patterns: ['/\\b(?:Bearer|Basic) (?!\\[)[\\w+\\/=.-]{16,}/'] },
  { name: 'signature of an address', patterns: ['/[?&](?:sig|X-Amz-Signature)=[0-9a-f]{64}\\b/'] },
];

/** What a scanner that is not ours finds, in a text as it stands and behind the escapes of JSON. */
async function found(text: string): Promise<string[]> {
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
const secrets = async (): Promise<Readonly<Record<string, string>>> => ({
  'GitHub token': `ghp_${letters(36)}`,
  'Slack token': `xoxb-123456789012-1234567890123-${letters(24)}`,
  'private key': privateKey(),
  JWT: await jwt(),
  header: `Bearer ${letters(40)}`,
  'signed address': `https://s3.example/a?X-Amz-Signature=${randomBytes(32).toString('hex')}`,
  'database address': `postgres://admin:${letters(20)}@db.example:5432/claims`,
});

test('a scanner that is not ours finds nothing in what is recorded, and would have found it', async () => {
  for (const [name, secret] of Object.entries(await secrets())) {
    assert.notDeepEqual(
      await found(JSON.stringify({ remark: secret })),
      [],
      `the scanner is blind to ${name}`,
    );
    const record = discreetRecorder();
    const recorded = [
      record(
        asking(
          'https://a.example/',
          [['X-Note', secret.replaceAll('\n', ' ')]],
          JSON.stringify({ remark: secret }),
        ),
      ),
      record(asking(`https://a.example/?remark=${encodeURIComponent(secret)}`)),
      record(answering(JSON.stringify({ body: JSON.stringify({ remark: secret }) }))),
      record(answering(secret)),
    ];
    for (const exchange of recorded) {
      // A stand-in has the form of a secret, and nothing of its content.
      const leaking = (await found(JSON.stringify(exchange))).filter((part) => secret.includes(part));
      assert.deepEqual(leaking, [], `${name}: ${JSON.stringify(exchange)}`);
    }
  }
});
