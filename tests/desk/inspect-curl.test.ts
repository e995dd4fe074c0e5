import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { curlCommand, quoted } from '../../support/desk/page/inspect/curl';
import type { BodyView, ExchangeView } from '../../support/desk/wire/inspect';

function view(request: Partial<ExchangeView['request']>, url = 'http://127.0.0.1:1/a'): ExchangeView {
  return {
    ...{
      seq: 1,
      kind: 'exchange',
      sender: 'suite',
      method: 'POST',
      path: '/a',
      arrivedAt: 0,
      url,
      facts: [],
    },
    request: { headers: [], ...request },
  };
}

const body = (text: string, more: Partial<BodyView> = {}): { body: BodyView } => ({
  body: { kind: 'text', text, left: 0, bytes: text.length, ...more },
});

/** The words that a shell makes of a command. */
function wordsOf(command: string): string[] {
  const program = `curl() { for each in "$@"; do printf '%s\\037' "$each"; done; }; ${command}`;
  return execFileSync('bash', ['--norc', '-c', program], { encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } })
    .split('\u001f')
    .slice(0, -1);
}

describe('a request as a curl command', () => {
  it('says all that curl does not say by itself', () => {
    const { command, lacks } = curlCommand(
      view({
        headers: [
          ['Host', 'x'],
          ['content-length', '2'],
          ['X-Empty', ''],
          ['Content-Type', 'application/json'],
        ],
        ...body('{}'),
      }),
    );
    assert.deepEqual(wordsOf(command), [
      ...['--globoff', '--path-as-is', '--request', 'POST', '--url', 'http://127.0.0.1:1/a'],
      ...['--header', 'X-Empty;', '--header', 'Content-Type: application/json', '--data-raw', '{}'],
    ]);
    assert.deepEqual(lacks, []);
  });

  it('keeps curl from naming a type that the request did not', () => {
    assert.ok(wordsOf(curlCommand(view(body('@file'))).command).includes('Content-Type:'));
  });

  it('says what it lacks', () => {
    const redacted = view({ headers: [['Authorization', 'Bearer [access-token-1]']] });
    assert.deepEqual(curlCommand(redacted).lacks, ['redacted']);
    assert.deepEqual(curlCommand(view({}, 'http://a/%5Btoken-2%5D')).lacks, ['redacted']);
    assert.deepEqual(curlCommand(view(body('x', { left: 1 }))).lacks, ['body']);
    assert.deepEqual(curlCommand(view(body('x', { kind: 'binary' }))).lacks, ['body']);
    const strange = curlCommand(view({ headers: [['@/etc/passwd', 'x']] }));
    assert.deepEqual(strange.lacks, ['header']);
    assert.doesNotMatch(strange.command, /passwd/);
  });

  it('is one word for each value, whatever is in it, with nothing that steers a terminal', () => {
    const values = [
      'it\'s $(touch /tmp/x) `id` \\ "q"',
      'a\nb\r\tc',
      '\u001b[31m\u0007\u00017',
      '\u202ebidi\u2028',
      "'\u0000'".replace('\u0000', '\u0001'),
      '$HOME !! # ; & | > <',
      '',
      'é😀',
    ];
    for (const value of values) {
      const command = quoted(value);
      // eslint-disable-next-line no-control-regex
      assert.doesNotMatch(command, /[\u0000-\u001f\u007f\u202e\u2028]/);
      assert.deepEqual(wordsOf(`curl ${command}`), [value]);
    }
  });
});
