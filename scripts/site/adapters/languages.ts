/** The languages that have an adapter, each with the name that people use. */
export const languages = {
  node: 'Node',
  typescript: 'TypeScript',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
  java: 'Java',
} as const;

export type Language = keyof typeof languages;

export const languageNames = Object.keys(languages) as readonly Language[];
