import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { suiteRoot } from '../contract/suite-root';

const schema = join('schemas', 'target.schema.json');
const installed = join('node_modules', 'gateway-conformance', schema);

/** A target file with the line by which editors find its schema, complete its members and mark mistakes. */
export function forEditors(file: string, text: string): string {
  const folder = dirname(resolve(file));
  const path = relative(folder, schemaFrom(folder)).split(sep).join('/');
  return `# yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}\n${text}`;
}

/** The schema of the package that is installed for that folder, as Node would find it, else that of this suite. */
function schemaFrom(folder: string): string {
  const found = join(folder, installed);
  if (existsSync(found)) return found;
  const parent = dirname(folder);
  return parent === folder ? join(suiteRoot, schema) : schemaFrom(parent);
}
