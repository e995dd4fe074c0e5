import type { FieldProfile, ProfileSetting } from '../../support/contract/field-profile';
import { readings } from '../../support/contract/readings';
import {
  departuresFrom,
  departureTitle,
  departureValueText,
  obligationsDepartedFrom,
} from '../../support/explain/departures';
import type { Obligation } from '../../support/obligations';
import { profilesFolder, shippedProfiles } from '../../support/targets/field-profiles';
import type { SitePage } from './page';
import { escapeForMarkdown, hrefOf, linkListPage, listOf, obligationHref, table } from './page';

/** Returns the path of a field profile's page, for example `profiles/claims-exchange-2026-09`. */
const profilePath = (name: string): string => `${profilesFolder}/${name}`;

const linkToProfile = (name: string): string => `[${name}](${hrefOf(profilePath(name))})`;

/** Returns one page for each field profile that comes with the suite, and a list of them. */
export function profilePages(): SitePage[] {
  const pages = shippedProfiles().map(profilePage);
  return [
    linkListPage(
      { path: 'profiles/index', title: 'Field profiles' },
      'A field profile sets what a deployed system does where the document is silent (readings), and where that ' +
        'system contradicts the document (departures). A target takes one with `extends`.',
      pages,
    ),
    ...pages,
  ];
}

function profilePage(profile: FieldProfile): SitePage {
  const { name, title, date, readings: own, departures, notes = [] } = profile;
  return {
    path: profilePath(name),
    title: name,
    group: 'Field profiles',
    text: [
      `# ${escapeForMarkdown(name)}`,
      `${escapeForMarkdown(title)}. It describes the state of ${date}. A target takes it with this line:`,
      `\`\`\`yaml\nextends: ${profilePath(name)}\n\`\`\``,
      ...(departures.length === 0
        ? []
        : [
            '## Departures',
            'The document states something else. The obligation still fails; the report marks the failure “as deployed”.',
            departureTable(departures, profile),
          ]),
      ...(own.length === 0
        ? []
        : [
            '## Readings',
            `The document is silent here. [Target files](${hrefOf('docs/guides/target-file', 'readings')}) describes each reading.`,
            readingTable(own),
          ]),
      ...(notes.length === 0
        ? []
        : [
            '## Notes',
            'There is no setting for these facts, and no verdict depends on them.',
            listOf(notes.map(({ text, source }) => escapeForMarkdown(`${text} (${source})`))),
          ]),
    ].join('\n\n'),
  };
}

function departureTable(departures: readonly ProfileSetting[], profile: FieldProfile): string {
  const rows = departures.map(({ id, value, source }) => {
    const row = readings.find((each) => each.id === id);
    const broken = obligationsDepartedFrom(profile, id);
    return [
      `\`${id}\``,
      code(value),
      escapeForMarkdown(`${row?.departsFrom ?? ''} (clause ${row?.clause ?? ''})`),
      broken.map((each) => `[${each.id}](${obligationHref(each.id)})`).join(', '),
      escapeForMarkdown(source),
    ];
  });
  return table(['setting', 'value', 'the document states', 'departs from', 'source'], rows);
}

function readingTable(settings: readonly ProfileSetting[]): string {
  const rows = settings.map(({ id, value, source }) => {
    const row = readings.find((each) => each.id === id);
    return [
      `\`${id}\``,
      code(value),
      escapeForMarkdown(`${row?.silentOn ?? ''} (clause ${row?.clause ?? ''})`),
      escapeForMarkdown(source),
    ];
  });
  return table(['setting', 'value', 'the document does not say', 'source'], rows);
}

const code = (value: unknown): string => `\`${departureValueText(value).replaceAll('|', '\\|')}\``;

/** Returns the section on the settings that depart from an obligation, with links to the profiles, or `[]`. */
export function departureSection(obligation: Obligation): string[] {
  const items = departuresFrom(obligation, shippedProfiles()).map((departure) => {
    const found = departure.profiles.map(
      ({ name, value, source }) => `${code(value)} in ${linkToProfile(name)} (${escapeForMarkdown(source)})`,
    );
    const told = found.length === 0 ? 'no shipped profile has it' : found.join('; ');
    return `${escapeForMarkdown(departureTitle(departure))}: ${told}`;
  });
  if (items.length === 0) return [];
  return [
    '## Departures',
    'A target can set these, so that the rest can be tested. The obligation then still fails.',
    listOf(items),
  ];
}

/**
 * Adds links to field profiles to the table of readings in `docs/guides/target-file.md`: each reading is followed by the
 * profiles that set it.
 */
export function linkReadingsToProfiles(text: string): string {
  return text.replace(/^\| `([a-z-]+)` +(?=\|)/gm, (cell: string, id: string) => {
    const names = shippedProfiles()
      .filter((each) => [...each.readings, ...each.departures].some((setting) => setting.id === id))
      .map(({ name }) => linkToProfile(name));
    return names.length === 0 ? cell : `| \`${id}\` (set by ${names.join(', ')}) `;
  });
}
