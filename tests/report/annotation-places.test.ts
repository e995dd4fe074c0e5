import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Results } from '../../support/judging/results';
import { placesIn } from '../../support/report/annotation-places';
import { renderAnnotations } from '../../support/report/annotations';
import { reportOf } from '../../support/report/model/report';
import { temporaryFolder } from './embedded-run';
import { broken, sampleResults } from './sample-results';
import { read } from './workflow-commands';

describe('the places of annotations', () => {
  const target = [
    'name: my-system',
    'services:',
    '  gateway: https://gateway.example',
    '  identity: https://identity.example',
    'integrator:',
    '  command: [node, adapter.cjs]',
    '',
  ].join('\n');
  const waivers = ['- id: SES-03', '  reason: known', '- id: SES-01', '  reason: known', ''].join('\n');
  const exception = { reason: 'known', approver: 'A', expires: '2026-12-31' };

  /** Title and place of each command, for a target file and exceptions in the folder `ci` of a checkout. */
  const placed = (t: TestContext, about: Partial<Results['run']> = {}, workspace = '') => {
    const checkout = temporaryFolder(t);
    mkdirSync(join(checkout, 'ci'));
    const [targetFile, waiverFile] = [join(checkout, 'ci/target.yaml'), join(checkout, 'ci/waivers.yaml')];
    writeFileSync(targetFile, target);
    writeFileSync(waiverFile, waivers);
    const failing = ['SES-05', 'CRT-01', 'HDR-05', 'SES-01', 'HDR-09'].map((id) => [id, broken(id)] as const);
    const results = sampleResults(Object.fromEntries(failing), {
      target: { name: 'my-system', file: targetFile, services: {}, embedded: false },
      ...about,
    });
    const places = placesIn(results, { waivers: waiverFile, workspace: join(checkout, workspace) });
    const commands = read(renderAnnotations(reportOf(results), places));
    return Object.fromEntries(
      commands.map(({ properties: { title = '', file, line } }) => [
        /[A-Z]{3}-\d\d/.exec(title)?.[0] ?? title,
        file === undefined ? undefined : `${file}:${line ?? ''}`,
      ]),
    );
  };

  it('are the lines of the target file that name the service or the client in question', (t) => {
    assert.deepEqual(placed(t), {
      'SES-05': 'ci/target.yaml:3',
      'SES-01': 'ci/target.yaml:5',
      'CRT-01': 'ci/target.yaml:4',
      'HDR-05': 'ci/target.yaml:5',
      'HDR-09': 'ci/target.yaml:2',
    });
  });

  it('are those of an approved exception where it is used, unused or expired', (t) => {
    const found = placed(t, {
      waivers: [
        { ...exception, obligation: 'SES-01', state: 'used' },
        { ...exception, obligation: 'SES-03', state: 'unused' },
      ],
      faults: ['a hook broke'],
    });
    assert.deepEqual(
      [found['SES-01'], found['SES-03'], found['Fault of the suite']],
      ['ci/waivers.yaml:3', 'ci/waivers.yaml:1', undefined],
    );
  });

  it('are none where the target file lies outside of the checkout, is gone, or never was', (t) => {
    const target = { name: 'my-system', services: {}, embedded: false };
    for (const found of [
      placed(t, {}, 'elsewhere'),
      placed(t, { target: { ...target, file: 'gone.yaml' } }),
      placed(t, { target: { ...target, file: null } }),
    ])
      assert.deepEqual([...new Set(Object.values(found))], [undefined]);
  });
});
