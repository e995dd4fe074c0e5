/** A command of a workflow, as GitHub's runner reads it. */
interface Command {
  readonly kind: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

const unescapeData = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const unescapeProperty = (text: string): string =>
  unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));

/** The commands about single things in what a step prints. */
export const read = (printed: string): Command[] =>
  readAll(printed).filter(({ properties }) => properties.title !== 'Overall');

/** The commands in what a step prints, as the runner of GitHub reads them. */
export function readAll(printed: string): Command[] {
  return printed.split('\n').flatMap((line) => {
    const [, kind, list = '', text = ''] = /^::(\w+) ([^:]*)::(.*)$/.exec(line) ?? [];
    if (kind === undefined) return [];
    const properties = list.split(',').map((each) => {
      const [name = '', value = ''] = each.split(/=(.*)/s);
      return [name, unescapeProperty(value)];
    });
    return [
      { kind, properties: Object.fromEntries(properties) as Command['properties'], text: unescapeData(text) },
    ];
  });
}
