import type { Strings } from './strings';
import { textIn } from './strings';

/** The page before its script runs, and all of it where script is off. */
export function shellPage(strings: Strings, hasReport: boolean): string {
  const text = (name: string): string => escaped(textIn(strings, 'app', name));
  const report = hasReport ? `<a href="/report">${text('lastReport')}</a>` : text('noReport');
  return `<!doctype html>
<html lang="${text('language')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text('title')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<link rel="preload" href="/strings.json" as="fetch" crossorigin>
<script type="module" src="/app.js"></script>
</head>
<body>
<div id="app"></div>
<noscript><main><h1>${text('title')}</h1><p>${text('noScript')}</p><p>${report}</p></main></noscript>
</body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
