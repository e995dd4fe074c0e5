import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { recordExamples } from '../../mutants/record-examples';
import { exampleSection } from '../../scripts/site/examples';
import { explanationText } from '../../support/cli/explain';
import type { ExampleFile } from '../../support/explain/examples';
import { explainObligation } from '../../support/explain/explanation';
import { contractObligations } from '../../support/obligations';

/** Obligations without rows in features/mistakes: one that a mutant breaks, and one that is only observed. */
const [broken, observed] = ['ENC-13', 'SES-11'].map((id) => contractObligations.get(id)) as [
  ReturnType<typeof contractObligations.get>,
  ReturnType<typeof contractObligations.get>,
];

describe('recorded examples', () => {
  let file: ExampleFile;
  before(async () => {
    file = { inputs: '', examples: await recordExamples([broken, observed]) };
  });

  const textOf = (id: string, from: ExampleFile | undefined): string =>
    explanationText(explainObligation(contractObligations.get(id), from));

  it('show alike exchanges that keep the obligation, and that a mutant breaks', () => {
    const { right, wrong } = file.examples[broken.id] ?? assert.fail();
    assert.equal(wrong?.mutant, 'lenient-base64');
    assert.ok(wrong.breach);
    const purposes = [right, wrong].map(({ evidence }) =>
      evidence.map((each) => (each.kind === undefined ? each.asked : undefined)),
    );
    assert.deepEqual(
      purposes[0]?.map((each) => [each?.part, each?.variant]),
      [
        ['negative', 'broken-base64'],
        ['valid', 'oaep-sha1'],
      ],
    );
    assert.deepEqual(purposes[1], purposes[0]);
  });

  it('stand in an explanation with what was expected, and with other mistakes', () => {
    const text = textOf(broken.id, file);
    const [right = '', wrong = ''] = text.split('\nRight\n')[1]?.split('\nWrong  ') ?? [];
    assert.match(right, /POST \/v4\/v2\/registration\/national-id\/verifyOTP\n[^]*answer 400/);
    assert.match(wrong, /^\S.*\.\n[^]*answer 200[^]*^ {2}expected {2}\S[^]*^ {2}likely {4}\S/m);
    assert.match(wrong, /^Other mistakes that break it\n {2}\S/m);
    assert.doesNotMatch(text, /generate/);
  });

  it('of what is only observed are noted, and nothing breaks it', () => {
    const { right, wrong } = file.examples[observed.id] ?? assert.fail();
    assert.equal(wrong, undefined);
    assert.deepEqual([right.evidence.length, right.notes.length], [4, 4]);
    const text = textOf(observed.id, file);
    assert.match(
      text,
      /^Noted\n {2}#\d+ +suite → gateway: POST \S+\n[^]*^ {2}noted {5}without clientId: refused/m,
    );
    assert.doesNotMatch(text, /^(Right|Wrong)/m);
  });

  it('that are missing are one line with the command that records them', () => {
    for (const [id, name] of [
      [broken.id, 'Right and wrong'],
      [observed.id, 'What is noted'],
    ] as const) {
      const text = textOf(id, undefined);
      assert.match(text, new RegExp(`^${name}  npm run generate -- exchanges records the example`, 'm'));
      assert.doesNotMatch(text, /^(Noted|Right$|Wrong)/m);
    }
  });

  it('stand side by side on the page, and lead only to exchanges that are shown', () => {
    const [title, html = ''] = exampleSection(broken, file.examples[broken.id]);
    assert.equal(title, '## Right and wrong {#right-and-wrong}');
    assert.match(html, /<mark>HTTP 400<\/mark>/);
    assert.match(html, /<mark class="same">/);
    const [links = [], ids = []] = [/href="#([^"]+)"/g, / id="([^"]+)"/g].map((pattern) =>
      [...html.matchAll(pattern)].map(([, name]) => name),
    );
    assert.ok(ids.length > 0);
    assert.deepEqual(
      links.filter((each) => !ids.includes(each)),
      [],
    );
    assert.deepEqual(exampleSection(contractObligations.get('HDR-05'), undefined), []);
  });

  it('end with the names of the mutants where none breaks it', async () => {
    await assert.rejects(recordExamples([{ ...observed, level: 'must' }]), {
      message: 'SES-11: no mutant in mutants/ breaks it. Tried: none',
    });
  });
});
