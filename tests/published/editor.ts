import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { TestContext } from 'node:test';
import { program, tool } from './tools';

/** What an editor asks the language server for. */
export interface Editor {
  /** What completes a file at its end. */
  completions(file: string, text: string): Promise<readonly string[]>;
  /** What is marked as wrong in a file. */
  complaints(file: string, text: string): Promise<readonly string[]>;
}

interface Connection {
  readonly listen: () => void;
  readonly dispose: () => void;
  readonly sendRequest: (method: string, about: object) => Promise<unknown>;
  readonly sendNotification: (method: string, about: object) => Promise<void>;
  readonly onNotification: (method: string, take: (about: Diagnostics) => void) => void;
  readonly onRequest: (
    method: string,
    answer: (about: { readonly items: readonly unknown[] }) => unknown,
  ) => void;
}

interface Diagnostics {
  readonly uri: string;
  readonly diagnostics: readonly { readonly message: string }[];
}

interface JsonRpc {
  readonly createMessageConnection: (reader: object, writer: object) => Connection;
  readonly StreamMessageReader: new (from: ChildProcess['stdout']) => object;
  readonly StreamMessageWriter: new (to: ChildProcess['stdin']) => object;
}

const folder = 'bench/contract-tools';

/** The language server for YAML that editors use, until the test ends. */
export async function openEditor(t: TestContext, project: string): Promise<Editor> {
  const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = tool(
    folder,
    'vscode-jsonrpc/node',
  ) as JsonRpc;
  const server = spawn(process.execPath, [
    program(folder, 'yaml-language-server/bin/yaml-language-server'),
    '--stdio',
  ]);
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  t.after(() => {
    connection.dispose();
    server.kill('SIGKILL');
  });
  const told = new Map<string, (about: Diagnostics) => void>();
  connection.onNotification('textDocument/publishDiagnostics', (about) => told.get(about.uri)?.(about));
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => ({})));
  connection.onRequest('client/registerCapability', () => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(project).href,
    capabilities: {},
  });
  await connection.sendNotification('initialized', {});
  const open = async (file: string, text: string): Promise<string> => {
    const uri = pathToFileURL(file).href;
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    return uri;
  };
  return {
    async completions(file, text) {
      const uri = await open(file, text);
      const lines = text.split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      const answer = await connection.sendRequest('textDocument/completion', {
        textDocument: { uri },
        position,
      });
      const { items } = answer as { readonly items: readonly { readonly label: string }[] };
      return items.map(({ label }) => label);
    },
    async complaints(file, text) {
      const uri = pathToFileURL(file).href;
      const about = new Promise<Diagnostics>((resolve) => told.set(uri, resolve));
      await open(file, text);
      return (await about).diagnostics.map(({ message }) => message);
    },
  };
}
