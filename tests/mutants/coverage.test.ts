import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { specimens } from '../../mutants/catalogue';
import { chooseSpecimens } from '../../mutants/choose';
import { coverageOf } from '../../mutants/coverage';
import { sample } from '../../mutants/sample';

// That they come out so is for the matrix; a part of it cannot hide a hole.
describe('the declared sets of the mutants', () => {
  const thinIn = (chosen: typeof specimens): string[] =>
    coverageOf(chosen)
      .filter(({ by, wanted }) => by.length < wanted)
      .map(
        ({ id, by, wanted }) => `${id}: ${by.length} of ${wanted} mutants break it. Add mutants to mutants/`,
      );

  it('break each must with two mutants, each should with one, and note what is observed', () => {
    assert.deepEqual(thinIn(specimens), []);
  });

  it('would show a hole', () => {
    const without = specimens.filter((each) => each.kind !== 'mutant' || !each.breaks.includes('SES-09'));
    const known = thinIn(specimens);
    assert.deepEqual(
      thinIn(without).filter((each) => !known.includes(each)),
      ['SES-09: 0 of 2 mutants break it. Add mutants to mutants/'],
    );
  });
});

describe('the choice of specimens', () => {
  const namesBy = (...args: readonly string[]): string[] =>
    chooseSpecimens(args, specimens).chosen.map(({ name }) => name);
  const all = specimens.map(({ name }) => name);

  it('is all, in the order of the catalogue, where nothing is asked for', () => {
    assert.deepEqual(chooseSpecimens([], specimens), { chosen: specimens, isWhole: true, why: [] });
  });

  it('is in four parts each of them once, of about the same size', () => {
    const parts = ['1/4', '2/4', '3/4', '4/4'].map((part) => namesBy('--part', part));
    assert.deepEqual(parts.flat().sort(), [...all].sort());
    for (const part of parts) assert.ok(part.length > all.length / 5, String(part.length));
    assert.equal(chooseSpecimens(['--part', '1/4'], specimens).isWhole, false);
  });

  it('is what it is named by, or the sample', () => {
    assert.deepEqual(namesBy('--only', 'flat-error', '--only', 'echo,otp-in-log').sort(), [
      'echo',
      'flat-error',
      'otp-in-log',
    ]);
    assert.deepEqual(namesBy('--sample').sort(), sample.map(({ name }) => name).sort());
  });

  it('refuses what it does not know', () => {
    const refusals: readonly (readonly [args: readonly string[], message: RegExp])[] = [
      [['--only', 'unknown'], /no specimen called unknown$/],
      [['--part', '5/4'], /--part takes I\/N, .* and not 5\/4$/],
      [['--since', 'elsewhere'], /--since takes a commit of this clone, and not elsewhere$/],
      [['--subject', 'unknown'], /^--subject unknown chooses no specimen$/],
      [['--quarter'], /Unknown option '--quarter'/],
    ];
    for (const [args, message] of refusals)
      assert.throws(() => chooseSpecimens(args, specimens), { message }, args.join(' '));
  });
});
