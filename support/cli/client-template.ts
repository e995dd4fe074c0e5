import { templateText } from '../run/targets';

/** The way to a client: a command, with a folder and variables if it needs them, or a URL. */
type ClientStart =
  | {
      readonly command: readonly string[];
      readonly cwd?: string;
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly url: string };

/** Returns the target template for a run against the mock: services, credentials and the OTP are commented out. */
function mockTemplate(): string {
  const commented = (block: string): string => block.replace(/^/gm, '# ').replace(/# $/, '');
  return templateText
    .replace(/^services:\n(?: {2}.*\n)+/m, commented)
    .replace(/^credentials:\n(?: {2}.*\n)+/m, commented)
    .replace(/^# If you have none, delete this line: .*\n(?=otp: )/m, '')
    .replace(/^otp: .*$/m, commented);
}

/** Returns the target template with the member `integrator` uncommented and filled in with these roles. */
export function clientTemplate(roles: readonly string[], start: ClientStart): string {
  const [first = '', ...others] = startLines(start);
  const lineOf = (member: string): string | undefined => others.find((line) => line.startsWith(`${member}:`));
  return mockTemplate()
    .replace(/^# integrator:$/m, 'integrator:')
    .replace(/^# {3}command: \[[^\]]*\]/m, () => `  ${first}`)
    .replace(/^# {3}env: .* (?=#)/m, (line) => uncommented(line, lineOf('env')))
    .replace(/^# {3}cwd: \S+ +(?=#)/m, (line) => uncommented(line, lineOf('cwd')))
    .replace(/^# mock: /m, 'mock: ')
    .replace(/^# {3}roles: \[[^\]]*\] /m, () => `  roles: [${roles.join(', ')}] `);
}

const uncommented = (line: string, value: string | undefined): string =>
  value === undefined ? line : `  ${value}  `;

/** Returns the lines below the member `integrator` that start a client, without their indentation. */
export function startLines(start: ClientStart): string[] {
  if ('url' in start) return [`url: ${JSON.stringify(start.url)}`];
  const { command, env, cwd } = start;
  const variables = Object.entries(env ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    `command: [${command.join(', ')}]`,
    ...(variables.length === 0 ? [] : [`env: { ${variables.join(', ')} }`]),
    ...(cwd === undefined ? [] : [`cwd: ${cwd}`]),
  ];
}

/** Returns the template for services. Its commented lines name this command. */
export const servicesTemplate = (command: readonly string[]): string =>
  templateText.replace(
    /^(# {3}command: )\[[^\]]*\]/m,
    (_line, start: string) => `${start}[${command.join(', ')}]`,
  );

/**
 * Returns a short target file for a client that a person operates by hand. TLS is commented out, because the
 * person would have to trust a new certificate authority in each run.
 */
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
# The services of the suite speak TLS with this line. Without it, TLS is left out, and the verdict is no-failure at best.
# mock: { tls: true }   # your system must then trust the authority that the run shows
${shared(/^# logs: .*$/m)}

${shared(/^# What cannot be seen .*\n# declarations:\n#.*$/m)}
`;
}
