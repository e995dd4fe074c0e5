import ts from 'typescript';

/** A piece of a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where a source has words for people: comments, string literals, parts of templates, text of JSX. */
export function proseInSource(text: string, file: string): Span[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const comments = new Map<number, Span>();
  const strings: Span[] = [];
  visit(source);
  return [...comments.values(), ...strings].toSorted((a, b) => a.start - b.start);

  function visit(node: ts.Node): void {
    if (isText(node)) strings.push({ start: node.getStart(source), end: node.end });
    // A word of JSX has no trivia: what looks like a comment there is text.
    else if (node.getChildCount(source) === 0) noteComments(node.pos);
    for (const child of node.getChildren(source)) visit(child);
  }

  function noteComments(at: number): void {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, at) ?? []),
      ...(ts.getTrailingCommentRanges(text, at) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, { start: pos, end });
  }
}

function isText(node: ts.Node): boolean {
  if (ts.isStringLiteral(node))
    return !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent);
  return (
    ts.isNoSubstitutionTemplateLiteral(node) ||
    node.kind === ts.SyntaxKind.TemplateHead ||
    node.kind === ts.SyntaxKind.TemplateMiddle ||
    node.kind === ts.SyntaxKind.TemplateTail ||
    ts.isJsxText(node)
  );
}

/** A text in which everything but the spans is blank, and so are the marks of comments; offsets and lines stay. */
export function onlyProse(text: string, spans: readonly Span[]): string {
  let at = 0;
  const pieces = spans.map(({ start, end }) => {
    const gap = blank(text.slice(at, start));
    at = end;
    // Where a comment or a concatenation goes on in the next line, a phrase may span both.
    return gap + text.slice(start, end).replace(/^[ \t]*(\/\*\*?|\*\/?|\/\/)|\/\/|\*\//gm, blank);
  });
  return pieces.join('') + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
