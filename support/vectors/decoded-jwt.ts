/** Header and claims of a JWT as they stand in it, whatever they are. */
export function decodedJwt(jwt: string): string {
  const [header = '', claims = ''] = jwt.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return `${header} ${claims}`;
}
