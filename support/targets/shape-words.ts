import type { ShapeProblem } from './shape-problem';

type Words = readonly [message: string, hint: string];

/** What a text has to look like, by its place in a target file; `*` stands for any name. No pattern is ever shown. */
const forms: Readonly<Record<string, Words>> = {
  edition: ['is no name of an edition', 'npx conform --version names that of the suite'],
  'services.*': ['must look like https://host/path', 'without a slash at the end, and without ? and #'],
  'services.*.*': ['must look like https://host/path', 'without a slash at the end, and without ? and #'],
  'integrator.url': ['must look like http://127.0.0.1:9000', 'without a slash at the end, ? or #'],
  'integrator.callbackUrl': ['must look like https://host/path', 'without a slash at the end, ? or #'],
  'mock.publicUrl': ['must look like https://host', 'without a slash at the end, ? or #'],
  'callback.publicUrl': ['must look like https://host/path', 'without a slash at the end, ? or #'],
  'mock.listen': ['is no host with a port, like 127.0.0.1:9100', 'port 0 takes free ones'],
  'callback.listen': ['is no host with a port, like 127.0.0.1:9000', 'port 0 takes a free one'],
  'participants.*': ['is no participant id like 1000000001@sbx', 'digits, @ and a name'],
  'paths.*': ['is not the text between two slashes of a path', 'without a slash at its beginning or its end'],
  'integrator.env': ['holds a name that no variable has', 'names are made of letters, digits and _'],
  declarations: [
    'holds a name that no obligation has',
    'ids are three capitals, a hyphen and two digits; npx conform list shows them all',
  ],
  'declarations.*.date': ['is no day like 2026-11-01', 'year, month and day, with hyphens'],
};

/** What to say of a member that does not keep to the schema of target files, and what to do about it. */
export function shapeWords(problem: ShapeProblem): Words {
  const { path, keyword, message } = problem;
  if (keyword === 'false schema')
    return ['stands beside otp.command, which prints it', 'leave one of the two out'];
  const form = keyword === 'pattern' ? formAt(path) : undefined;
  return form ?? [message, hintFor(problem)];
}

function formAt(path: readonly string[]): Words | undefined {
  const isHere = (place: string): boolean => {
    const parts = place.split('.');
    return parts.length === path.length && parts.every((part, index) => part === '*' || part === path[index]);
  };
  return Object.entries(forms).find(([place]) => isHere(place))?.[1];
}

function hintFor({ path, keyword }: ShapeProblem): string {
  if (keyword === 'additionalProperties') return 'is it misspelt? conform init writes every known member';
  if (keyword === 'required')
    return path[0] === 'services'
      ? 'each operation that a provider sends needs its base'
      : path.length === 1 && path[0] === 'name'
        ? 'give the target one, as in my-system'
        : 'fill it in';
  if (path[0] === 'services') return 'an address like https://host/path, without a slash at the end';
  if (path[0] === 'integrator' && path[1] === 'env')
    return 'a text, in quotes where it is a number, as in PORT: "8080"';
  if (path[0] === 'limits' && path.length > 1 && path[1] !== 'probes')
    return path[1]?.endsWith('Ms') === true
      ? 'in milliseconds, without a unit'
      : 'in digits; left out, the default holds';
  return 'conform init writes an example';
}
