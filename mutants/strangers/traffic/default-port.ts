/** Adds the default port of http or https to an address without a port. */
export function withDefaultPort(address: string): string {
  const { protocol, host, port } = new URL(address);
  if (port !== '') return address;
  return address.replace(`//${host}`, `//${host}:${protocol === 'http:' ? 80 : 443}`);
}
