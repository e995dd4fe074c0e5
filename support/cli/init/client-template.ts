import { templateText } from '../../run/targets';

/** How the suite reaches a client. */
export type ClientStart =
  { readonly command: readonly string[] } | { readonly url: string } | { readonly manual: true };

/** The template with the integrator's part in force, for the roles given, and without services to certify. */
export function clientTemplate(roles: readonly string[], start: ClientStart): string {
  const commented = (block: string): string => block.replace(/^/gm, '# ').replace(/# $/, '');
  return templateText
    .replace(/^# integrator:$/m, 'integrator:')
    .replace(/^# {3}command: \[[^\]]*\]/m, () => `  ${startText(start)}`)
    .replace(/^# {3}roles: \[[^\]]*\] /m, () => `  roles: [${roles.join(', ')}] `)
    .replace(/^services:\n(?: {2}.*\n)+/m, commented)
    .replace(/^credentials:\n(?: {2}.*\n)+/m, commented);
}

function startText(start: ClientStart): string {
  if ('command' in start) return `command: [${start.command.join(', ')}]`;
  return 'url' in start ? `url: ${JSON.stringify(start.url)}` : 'manual: true';
}
