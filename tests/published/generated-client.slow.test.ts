import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Node } from 'typescript';
import ts from 'typescript';
import { nodeProgram, root } from '../cli/conform';
import type { Scene } from './scene';
import { openScene } from './scene';
import { installed, tool } from './tools';
import { missing } from '../tools';

interface Generator {
  readonly default: (document: string) => Promise<Node[]>;
  readonly astToString: (nodes: Node[]) => string;
}

/** A team's project: the generated types of two services, and a client over them. */
async function makeProject({ folder }: Scene, edit = (types: string) => types): Promise<string> {
  const tools = installed('bench/contract-tools');
  const { default: generate, astToString } = tool('bench/contract-tools', 'openapi-typescript') as Generator;
  for (const service of ['gateway', 'registry']) {
    const document = readFileSync(join(folder, `openapi/${service}.openapi.json`), 'utf8');
    writeFileSync(join(folder, `${service}.d.ts`), edit(astToString(await generate(document))));
  }
  symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'));
  copyFileSync(join(root, 'tests/published/own-client.mts.txt'), join(folder, 'own-client.mts'));
  return join(folder, 'own-client.mts');
}

function compiled(file: string): string[] {
  const compiler = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  });
  return ts
    .getPreEmitDiagnostics(compiler)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe(
  'a client that openapi-typescript generates',
  { timeout: 120_000, skip: missing('bench/contract-tools') },
  () => {
    it('compiles, and makes a session and verifies an OTP with the mock', async (t) => {
      const scene = await openScene(t);
      const file = await makeProject(scene);
      assert.deepEqual(compiled(file), []);
      const { clientId, clientSecret, otpCiphertext, txnId } = scene.secrets;
      const { gateway, registry } = scene.mock.urls;
      const args = [clientId, clientSecret, otpCiphertext, txnId, gateway, registry];
      const { code, stdout, stderr } = await nodeProgram(file, args, { cwd: scene.folder });
      assert.deepEqual([code, stdout], [0, '{"lifetime":1200,"authResult":"success"}\n'], stderr);
    });

    it('does not compile against types that are looser than the contract', async (t) => {
      const scene = await openScene(t);
      const file = await makeProject(scene, (types) => types.replace('txnId: string', 'txnId?: string'));
      assert.deepEqual(compiled(file), ["Unused '@ts-expect-error' directive."]);
    });
  },
);
