import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { suiteRoot } from '../contract/suite-root';

const schema = join('schemas', 'target.schema.json');
const installed = join('node_modules', 'gateway-conformance', schema);

/** Prepends the comment that points editors to the JSON schema, for completion and validation. */
export function withSchemaComment(file: string, text: string): string {
  const folder = dirname(resolve(file));
  const path = relative(folder, schemaFrom(folder)).split(sep).join('/');
  return `# yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}\n${text}`;
}

/**
 * Returns the path of the schema in the suite's package that Node would find from `folder`. If none is
 * installed, returns the path of the running suite's own schema.
 */
function schemaFrom(folder: string): string {
  const found = join(folder, installed);
  if (existsSync(found)) return found;
  const parent = dirname(folder);
  return parent === folder ? join(suiteRoot, schema) : schemaFrom(parent);
}
