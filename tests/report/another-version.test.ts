import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { renderers } from '../../support/report/files';
import { listedWords } from '../../support/report/model/scope';
import { conform } from '../cli/conform';
import type { Hands } from './false-claims';
import { breakSessions, honestReport, judged, packed } from './false-claims';
import { changeMembers, unzip, zipTo } from './packs';

describe('a pack of another version of the suite', () => {
  const sha = (digit: string): string => `sha256:${digit.repeat(64)}`;

  /** Another version, which judges as this one does. */
  function renderedByAnother({ results }: Hands): void {
    Object.assign(results.suite, { version: '9.9.9', digest: sha('b') });
  }

  it('says which version it takes to judge it, and is not relied on', async (t) => {
    const file = await packed(t, await honestReport(), (hands) => {
      renderedByAnother(hands);
      hands.results.suite.judging = sha('c');
    });
    const { sound, needs, judgedAgain, contradictions } = await judged(file);
    assert.deepEqual([sound, judgedAgain, contradictions], [false, false, []]);
    assert.equal(needs, 'gateway-conformance 9.9.9 (sha256:bbbbbbbbbbbb)');
    const open = await conform(['verify', file]);
    assert.equal(open.code, 3);
    assert.match(
      open.stdout,
      /^! not judged again: that takes gateway-conformance 9\.9\.9 \(sha256:b{12}\)$/m,
    );
    assert.match(open.stdout, /\nDo not rely on this pack yet\.\n$/);
    const stranger = join(dirname(file), 'stranger.pem');
    const { publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(stranger, publicKey.export({ format: 'pem', type: 'spki' }));
    for (const option of ['--key', '--reviewer-key']) {
      const refuted = await conform(['verify', file, option, stranger]);
      assert.equal(refuted.code, 1, option);
      assert.match(refuted.stdout, /\nDo not rely on this pack\.\n$/);
    }
  });

  it('is refused if its results do not state what judged', async (t) => {
    const file = await packed(t, await honestReport(), ({ results }) => {
      Reflect.deleteProperty(results.suite, 'judging');
    });
    const { judgedAgain, contradictions } = await judged(file);
    assert.equal(judgedAgain, false);
    assert.match(
      contradictions.join('\n'),
      /^results\.json does not keep to schemas\/results\.schema\.json: .*judging/,
    );
  });

  it('is judged again where that version judges alike, and digests cover what it rendered', async (t) => {
    const file = await packed(t, await honestReport(), (hands) => {
      renderedByAnother(hands);
      hands.rendered['compliance.html'] = '<h1>In words of another version</h1>';
    });
    const { sound, needs, judgedAgain, renderedBy, contradictions } = await judged(file);
    assert.deepEqual([sound, needs, judgedAgain, contradictions], [true, undefined, true, []]);
    assert.equal(renderedBy, 'gateway-conformance 9.9.9 (sha256:bbbbbbbbbbbb)');
    const { code, stdout } = await conform(['verify', file]);
    assert.equal(code, 0);
    assert.match(stdout, /^✓ judged again: \d+ exchanges give the same verdicts$/m);
    const rendered = listedWords(Object.keys(renderers));
    const line = `! ${rendered} were checked by digest alone: gateway-conformance 9.9.9 (sha256:bbbbbbbbbbbb) rendered them`;
    assert.ok(stdout.split('\n').includes(line), stdout);
  });

  it('is refused where that version judges alike, and a verdict does not follow from its recording', async (t) => {
    const file = await packed(t, await honestReport(), (hands) => {
      renderedByAnother(hands);
      breakSessions(hands);
    });
    const { sound, judgedAgain, contradictions } = await judged(file);
    assert.deepEqual([sound, judgedAgain], [false, true]);
    assert.match(
      contradictions.join('\n'),
      /^SES-05: results\.json says passed, and judging again gives failed$/m,
    );
  });

  it('is refused where that version judges alike, and what it rendered has another digest', async (t) => {
    const file = await packed(t, await honestReport(), renderedByAnother);
    const members = await unzip(file);
    for (const name of ['compliance.html', 'recording.jsonl']) {
      const edited = changeMembers(members, { [name]: `${String(members.get(name))} ` });
      const found = await judged(await zipTo(`${file}.${name}.zip`, edited));
      assert.deepEqual([found.sound, found.changed, found.judgedAgain], [false, [name], false]);
    }
  });
});
