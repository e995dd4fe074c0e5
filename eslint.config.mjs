import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const noDefault = { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' };

export default defineConfig(
  { ignores: ['node_modules/**', 'reports/**', 'build/**', 'dist/**'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // Allow unused names in `const { unwanted, ...rest } = object`, which removes a property.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', noDefault],
    },
  },
  {
    files: ['support/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noDefault,
        {
          // A regular expression from a target, a pack or a client may run forever. Only allow template
          // literals, and escape any text from outside in them.
          selector: ':function NewExpression[callee.name="RegExp"]:not([arguments.0.type="TemplateLiteral"])',
          message: 'Never run a pattern of others.',
        },
      ],
    },
  },
  {
    // These functions are long tables of cases, which would not be clearer in pieces.
    files: ['vectors/generate/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['tests/**/*.ts'],
    // test(), it() and describe() of node:test return promises that the test runner awaits.
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
          ],
        },
      ],
      'max-lines-per-function': 'off',
    },
  },
  {
    files: ['tests/**/*.ts'],
    // These tests need runs of their own.
    ignores: ['tests/{runs,scenarios,soak}/**', 'tests/cli/two-runs.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noDefault,
        ...[
          'CallExpression[callee.name="finishRun"][arguments.length=1]',
          'CallExpression[callee.name=/^finish(Run|In)$/] > ObjectExpression:not(:has(> SpreadElement, > Property:not([key.name=/^(only|subjects)$/])))',
        ].map((selector) => ({
          selector,
          message: 'A run with nothing of its own is kept: see tests/runs/kept.ts',
        })),
      ],
    },
  },
  {
    files: ['**/*.cjs', '**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['require', 'module', 'process', 'console', '__dirname', '__filename', 'setImmediate', 'Buffer'].map(
          (name) => [name, name === 'module' ? 'writable' : 'readonly'],
        ),
      ),
    },
  },
  {
    // Users copy these programs, so they get the same limits as support/, and only the globals of Node 18.
    files: ['adapters/node/**/*.{cjs,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(
        ['AbortSignal', 'TextDecoder', 'URL', 'performance'].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
    },
  },
  {
    files: ['examples/library/**/*.mjs'],
    languageOptions: { globals: { fetch: 'readonly' } },
  },
  {
    files: ['examples/logs/nginx/*.js'],
    languageOptions: { globals: { Buffer: 'readonly' } },
  },
);
