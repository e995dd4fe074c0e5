import { Option } from 'commander';

export const signingOptions = {
  signWith: () =>
    new Option(
      '--sign-with <command>',
      'sign with a command, which reads the bytes to sign on stdin and writes the signature: for PKCS#11 tokens and key management services',
    ),
  publicKey: () =>
    new Option(
      '--public-key <file>',
      'PEM file with the public key of --sign-with: the signature names it, and is checked at once',
    ),
} as const;
