import { printable } from '../contract/printable';

/** An element of an XML document (XML 1.0): its attributes, and a text or other elements in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly content?: string | readonly XmlElement[];
}

/** A document in UTF-8, an element a line. What XML cannot hold (section 2.2) stands as U+FFFD. */
export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`;

function written({ name, attributes = {}, content = '' }: XmlElement, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value), true)}"`);
  const head = `${indent}<${name}${pairs.join('')}`;
  if (content.length === 0) return `${head}/>`;
  if (typeof content === 'string') return `${head}>${escaped(content)}</${name}>`;
  const lines = content.map((each) => written(each, `${indent}  `));
  return `${head}>\n${lines.join('\n')}\n${indent}</${name}>`;
}

// eslint-disable-next-line no-control-regex
const unwritable = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** A reader makes blanks of the line ends in an attribute where they are not written as references. */
function escaped(text: string, inAttribute = false): string {
  // Printed on a terminal, it steers nothing there.
  const safe = printable(text)
    .toWellFormed()
    .replace(unwritable, '\ufffd')
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')
    .replaceAll('\r', '&#xD;');
  if (!inAttribute) return safe;
  return safe.replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;');
}
