import { createHash } from 'node:crypto';
import type { Members } from '../contract/json';

/** Addresses in Redoc's bundle from which it would load pictures. */
const pictures = /https:\/\/cdn\.redoc\.ly\/[^"'`\s]+/g;

/** A page without a request: what it needs stands in it, and its policy forbids the rest. */
export function referencePage(document: Members, redocBundle: string): string {
  const { title } = document.info as { readonly title: string };
  const bundle = asScript(redocBundle.replace(pictures, 'data:,'));
  const start = asScript(
    `Redoc.init(${JSON.stringify(document)}, ${JSON.stringify(options)}, document.getElementById('reference'));`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policyOf([bundle, start])}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)}</title>
    <style>body { margin: 0; }</style>
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page needs JavaScript. conform contract --openapi writes the same as OpenAPI documents.</noscript>
    <script>${bundle}</script>
    <script>${start}</script>
  </body>
</html>
`;
}

/** No search: it runs in a worker. Fonts of the system, as others would come by the network. */
const options = {
  disableSearch: true,
  hideDownloadButton: true,
  hideLoading: true,
  nativeScrollbars: true,
  theme: { typography: { fontFamily: 'sans-serif', headings: { fontFamily: 'sans-serif' } } },
};

/** Redoc writes its styles into the page as it goes; scripts are those of this page alone. */
function policyOf(scripts: readonly string[]): string {
  const hashes = scripts.map((each) => `'sha256-${createHash('sha256').update(each).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Text that ends no script element. */
const asScript = (code: string): string =>
  code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
