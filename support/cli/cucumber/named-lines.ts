import type { Examples, Feature, FeatureChild, Rule, Scenario } from '@cucumber/messages';

/** A part of a feature file that a line can name. The next part ends it. */
interface Block {
  /** The line of the first tag, or of the keyword of a part without tags. */
  readonly from: number;
  /** The lines that Cucumber accepts for the scenarios of the part: lines of scenarios or of rows. */
  readonly selecting: readonly number[];
}

/** A feature file as Cucumber reads it, with its text. */
export interface FeatureText {
  /** `undefined` if the file is empty. */
  readonly feature: Feature | undefined;
  readonly text: string;
}

/**
 * Returns the lines that Cucumber accepts for a named line. Cucumber itself knows only the lines of scenarios and
 * of rows, but editors pass the line of the cursor. A row names itself. Any other line names the innermost part around
 * it: the Examples table, the scenario, the Rule or the feature. Returns an empty array for a part without
 * scenarios, and for a line outside the feature.
 */
export function linesSelectedBy({ feature, text }: FeatureText, line: number): readonly number[] {
  if (feature === undefined || line > text.trimEnd().split('\n').length) return [];
  const blocks = blocksOf(feature);
  if (blocks.some(({ selecting }) => selecting.includes(line))) return [line];
  return blocks.findLast(({ from }) => from <= line)?.selecting ?? [];
}

/** Returns the lines of the last scenario before a line and of the first one after it, if they exist. */
export function scenarioLinesNear(
  { feature }: Pick<FeatureText, 'feature'>,
  line: number,
): readonly number[] {
  const all = scenariosIn(feature?.children ?? []).map(({ location }) => location.line);
  return [all.findLast((each) => each < line), all.find((each) => each > line)].filter(
    (each) => each !== undefined,
  );
}

/** Returns the parts of a feature, in their order in the file. */
function blocksOf(feature: Feature): readonly Block[] {
  return [blockOf(feature, linesOfScenarios(feature.children)), ...feature.children.flatMap(blocksOfChild)];
}

function blocksOfChild({ rule, scenario }: FeatureChild): readonly Block[] {
  if (rule !== undefined)
    return [blockOf(rule, linesOfScenarios(rule.children)), ...rule.children.flatMap(blocksOfChild)];
  if (scenario === undefined) return [];
  const tables = scenario.examples.map((table) =>
    blockOf(
      table,
      table.tableBody.map(({ location }) => location.line),
    ),
  );
  return [blockOf(scenario, [scenario.location.line]), ...tables];
}

const blockOf = (
  { tags, location }: Pick<Feature | Rule | Scenario | Examples, 'tags' | 'location'>,
  selecting: readonly number[],
): Block => ({ from: tags[0]?.location.line ?? location.line, selecting });

const linesOfScenarios = (children: readonly FeatureChild[]): readonly number[] =>
  scenariosIn(children).map(({ location }) => location.line);

function scenariosIn(children: readonly FeatureChild[]): readonly Scenario[] {
  return children.flatMap(({ rule, scenario }) =>
    rule === undefined ? (scenario ?? []) : scenariosIn(rule.children),
  );
}
