import type { JSX } from 'preact';
import { hrefOf } from '../page';
import type { Schema } from './schema';

interface KindProps {
  readonly schema: Schema;
  /** Makes an address of a `$ref`. */
  readonly hrefOfRef: (ref: string) => string;
}

/** What a value may be: its type, its values, its bounds. */
export function Kind({ schema, hrefOfRef }: KindProps): JSX.Element {
  const { $ref, items, oneOf, anyOf } = schema;
  if ($ref !== undefined) return <a href={hrefOfRef($ref)}>{nameOfRef($ref)}</a>;
  if (typeof items === 'object')
    return (
      <>
        list of <Kind schema={items} hrefOfRef={hrefOfRef} />
        {boundsOf(schema)}
      </>
    );
  const alternatives = oneOf ?? anyOf ?? [];
  if (alternatives.length > 0 && schema.type === undefined)
    return <Alternatives of={alternatives} hrefOfRef={hrefOfRef} />;
  return (
    <>
      {valueOf(schema)}
      {boundsOf(schema)}
    </>
  );
}

function Alternatives({
  of,
  hrefOfRef,
}: {
  readonly of: readonly Schema[];
  readonly hrefOfRef: KindProps['hrefOfRef'];
}) {
  return (
    <>
      {of.map((each, index) => (
        <>
          {index > 0 && ' or '}
          <Kind schema={each} hrefOfRef={hrefOfRef} />
        </>
      ))}
    </>
  );
}

function valueOf({ type, enum: values, const: only }: Schema): JSX.Element | string {
  const fixed = values ?? (only === undefined ? [] : [only]);
  if (fixed.length > 0)
    return (
      <>
        {fixed.map((value, index) => (
          <>
            {index > 0 && ', '}
            <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
          </>
        ))}
      </>
    );
  return type === undefined ? 'any value' : [type].flat().join(' or ');
}

/** As in `, at least 1, matches ^a`. */
function boundsOf(schema: Schema): string {
  const words: Readonly<Partial<Record<keyof Schema, (value: string) => string>>> = {
    format: (value) => value,
    minimum: (value) => `at least ${value}`,
    exclusiveMinimum: (value) => `more than ${value}`,
    maximum: (value) => `at most ${value}`,
    minLength: (value) => (value === '1' ? 'not empty' : `${value} characters or more`),
    maxLength: (value) => `${value} characters or fewer`,
    minItems: (value) => `${value} or more`,
    maxItems: (value) => `${value} or fewer`,
    pattern: (value) => `matches ${value}`,
  };
  return Object.entries(words)
    .flatMap(([name, say]) => {
      const value = schema[name as keyof Schema];
      return typeof value === 'string' || typeof value === 'number' ? `, ${say(String(value))}` : [];
    })
    .join('');
}

const nameOfRef = (ref: string): string => ref.replace(/^.*\//, '').replace(/\.schema\.json$/, '');

/** The place of a `$ref` that stands in a schema: a definition in its own page, or another schema's page. */
export function hrefOfRefIn(name: string, ref: string, known: readonly string[]): string {
  const own = /^#\/\$defs\/(.+)$/.exec(ref)?.[1];
  if (own !== undefined) return `#${definitionId(own)}`;
  const [file = ''] = ref.split('#');
  const last = file.replace(/\.schema\.json$/, '').replace(/^(\.\.?\/)+/, '');
  const folder = name.includes('/') ? `${name.split('/')[0] ?? ''}/` : '';
  const found = known.find((each) => last.endsWith(each) || each === `${folder}${last}`);
  if (found === undefined)
    throw new Error(`schemas/${name}.schema.json refers to ${ref}, which is no schema here`);
  return hrefOf(`reference/schemas/${found}`);
}

export const definitionId = (name: string): string => `def-${name}`;
