import { templateText } from '../../run/targets';

/** How the suite reaches a client. */
type ClientStart =
  { readonly command: readonly string[] } | { readonly url: string } | { readonly manual: true };

/** The template without services to certify, and without credentials: what it shows of them is a comment. */
function mockTemplate(): string {
  const commented = (block: string): string => block.replace(/^/gm, '# ').replace(/# $/, '');
  return (
    templateText
      .replace(/^services:\n(?: {2}.*\n)+/m, commented)
      .replace(/^credentials:\n(?: {2}.*\n)+/m, commented)
      // The OTPs of the mock cost nothing.
      .replace(
        /^(?: {2}#.*\n)+ {2}otpAttempts: 3$/m,
        '  otpAttempts: 7                # how often one OTP may be sent: seven cover every check',
      )
  );
}

/** The same with the integrator's part in force, for the roles given. */
export function clientTemplate(roles: readonly string[], start: ClientStart): string {
  return (
    mockTemplate()
      .replace(/^# integrator:$/m, 'integrator:')
      .replace(/^# {3}command: \[[^\]]*\]/m, () => `  ${startText(start)}`)
      // By hand, trust in an authority of that run alone is a hurdle: it stays a choice.
      .replace(/^# mock: /m, 'manual' in start ? '$&' : 'mock: ')
      .replace(/^# {3}roles: \[[^\]]*\] /m, () => `  roles: [${roles.join(', ')}] `)
  );
}

function startText(start: ClientStart): string {
  if ('command' in start) return `command: [${start.command.join(', ')}]`;
  return 'url' in start ? `url: ${JSON.stringify(start.url)}` : 'manual: true';
}
