import { templateText } from '../../run/targets';

/** How the suite reaches a client. */
type ClientStart = { readonly command: readonly string[] } | { readonly url: string };

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
  return mockTemplate()
    .replace(/^# integrator:$/m, 'integrator:')
    .replace(/^# {3}command: \[[^\]]*\]/m, () => `  ${startText(start)}`)
    .replace(/^# mock: /m, 'mock: ')
    .replace(/^# {3}roles: \[[^\]]*\] /m, () => `  roles: [${roles.join(', ')}] `);
}

function startText(start: ClientStart): string {
  if ('command' in start) return `command: [${start.command.join(', ')}]`;
  return `url: ${JSON.stringify(start.url)}`;
}

/** The few members that a client needs that is worked by hand. Trust in an authority of one run is a hurdle: it stays a choice. */
export function byHandTemplate(): string {
  const shared = (lines: RegExp): string => lines.exec(templateText)?.[0] ?? '';
  return `# Your own system, worked by hand while the suite plays the services. Check it with: npx conform doctor
name: my-system
${shared(/^environment: .*$/m)}
${shared(/^# product: .*\n# facility: .*\n# operator: .*$/m)}

integrator:
  manual: true
  roles: [session, identity, registry]  # what your system does; provider and trigger are the flows with the payer
  # With the role provider: where the payer calls your system back, before /v1/…, and your public key (envelope jwe).
  # callbackUrl: https://host.example/callbacks
  # encryptionKey: ./callbacks.pem
${shared(/^# mock: .*\n# logs: .*$/m)}

${shared(/^# What cannot be seen .*\n# declarations:\n#.*$/m)}
`;
}
