import type { Reader } from './reader';

const firstLine = /^\s*(--[^\r\n]{1,200})\r?\n/;

/** Whether a body has the form of multipart (RFC 2046, section 5.1). */
export const isMultipart = (text: string): boolean =>
  firstLine.test(text) && text.split(firstLine.exec(text)?.[1] ?? '').length > 2;

/** A multipart body without what may be secret in its parts. */
export function hideInMultipart(text: string, reader: Reader): string {
  const [, boundary = ''] = firstLine.exec(text) ?? [];
  const shownBoundary = reader.text(boundary);
  return text
    .split(boundary)
    .map((part) => hidePart(part, reader))
    .join(shownBoundary);
}

function hidePart(part: string, reader: Reader): string {
  const [, head = '', gap = '', content = ''] = /^([\s\S]*?)(\r?\n\r?\n)([\s\S]*)$/.exec(part) ?? [];
  if (gap === '') return part === '--' || part.trim() === '' ? part : reader.text(part);
  const [, name = ''] = /;\s*name="?([^";\r\n]*)/i.exec(head) ?? [];
  const [, inner = '', end = ''] = /^([\s\S]*?)(\r?\n?)$/.exec(content) ?? [];
  return reader.text(head) + gap + reader.value(name, inner) + end;
}
