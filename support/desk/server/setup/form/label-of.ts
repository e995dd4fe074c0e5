const fixed: Readonly<Record<string, string>> = {
  cmId: 'CM ID',
  publicUrl: 'Public URL',
  txnId: 'Transaction ID',
  nationalId: 'National ID',
  ca: 'Authority (CA)',
  cwd: 'Folder',
  env: 'Variables',
  tls: 'TLS',
  otp: 'OTP',
  url: 'URL',
  by: 'Declared by',
};

/** A member's name as words: `requestsPerMinute` is `Requests per minute`. */
export function labelOf(name: string): string {
  const known = Object.hasOwn(fixed, name) ? fixed[name] : undefined;
  if (known !== undefined) return known;
  const words = name
    .replace(/Ms$/, ' (ms)')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
    .replace(/\b(id|url|otp|jwt|hkdf|gcm|oaep)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
