import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { makeTerminalSafe, printableLine } from '../../contract/printable';
import { describeMock } from '../../mock/handed-out';
import type { CycleStateQuestion } from './acts';
import type { HandEvent, ConnectionDetails, RequestByHand } from './happenings';
import { remarkOnRequest } from './happenings';
import type { Person } from './person';
import { skippedByHand } from './person';

/** Where a person is told what to do, and may answer. */
export interface Terminal {
  say(text: string): void;
  /** Whether a person can type. */
  readonly interactive: boolean;
  /** Calls back for each line that is typed, until what it gives is called. */
  listen(onLine: (line: string) => void): () => void;
}

type Input = Readable & { readonly isTTY?: boolean; unref?(): unknown };

/** The terminal of this process. Where stdin is none, as in a pipe or once it is closed, no one can type. */
export function processTerminal(output: Writable = process.stdout, input: Input = process.stdin): Terminal {
  const interactive = input.isTTY === true;
  return {
    say: (text) => void output.write(`${makeTerminalSafe(text)}\n`),
    interactive,
    listen(onLine) {
      if (!interactive) return () => undefined;
      // Without editing: it would take Ctrl-C for itself.
      const lines = createInterface({ input, terminal: false });
      lines.on('line', onLine);
      return () => {
        lines.close();
        // A person who types nothing more must not keep the process alive.
        input.unref?.();
      };
    },
  };
}

/** How long a client that was refused may try again before the refusal counts, in milliseconds. */
const secondTryMs = 1500;

/** A person at a terminal: they read what to do, and Enter alone skips it. */
export function terminalPerson(terminal: Terminal): Person {
  let question: CycleStateQuestion | undefined;
  return {
    answers: terminal.interactive,
    secondTryMs,
    tell(happening) {
      if (happening.what === 'questioned') ({ question } = happening);
      if (happening.what === 'done') question = undefined;
      for (const text of textsOf(happening, terminal)) terminal.say(text);
    },
    listen: (hear) =>
      terminal.listen((line) => {
        const answer = question?.choices.find((choice) => choice === line.trim());
        if (answer !== undefined) hear({ say: 'answer', answer });
        else if (/^\s*s?\s*$/i.test(line)) hear({ say: 'skip', reason: '' });
        else terminal.say(`      ${question === undefined ? nothingToType : choicesOf(question)}`);
      }),
  };
}

const nothingToType = 'Enter alone skips this; nothing else need be typed';

const choicesOf = ({ choices }: CycleStateQuestion): string =>
  `Type one of ${choices.join(', ')}; Enter: skip`;

function textsOf(happening: HandEvent, { interactive }: Terminal): string[] {
  switch (happening.what) {
    case 'introduced':
      return [...introduction(happening.introduction), ...(interactive ? [howToEnd] : [])];
    case 'begun':
      return [happening.restart ? `\n${happening.title}\n${restart}` : happening.title];
    case 'asked': {
      const { number, of, line } = happening.act;
      return [`[${number} of ${of}] ${line}${interactive ? '   (Enter: skip)' : ''}`];
    }
    case 'questioned':
      return [happening.question.sentence, `      ${choicesOf(happening.question)}`];
    case 'seen':
      return [printableLine(`      seen  ${happening.seen.name} ${endOf(happening.seen)}`)];
    case 'broken': {
      const { id, title, seen } = happening.broken;
      return [printableLine(`      ✗ ${id}  ${title}: ${seen}`)];
    }
    case 'done':
      return happening.how === 'skipped' ? [`      ${skippedByHand}`] : [];
    case 'waiting':
      return [];
  }
}

const howToEnd = 'Ctrl-C ends the acts; what came until then is judged.\n';

const restart = 'First restart your client, so that it has neither session nor certificates.';

function endOf(seen: RequestByHand): string {
  const { status, failure = 'unknown' } = seen;
  const besides = remarkOnRequest(seen);
  const end = status === undefined ? `not answered: ${failure}` : String(status);
  return besides === undefined ? end : `${end}; ${besides}`;
}

function introduction(about: ConnectionDetails): string[] {
  const { services: urls, credentials, otp, txnId, cmId, caFile, goesOnAfter } = about;
  const again =
    goesOnAfter === undefined
      ? ''
      : `Going on where the last run ended, after ${goesOnAfter} calls. Addresses and credentials are new: set them, and restart your client.\n\n`;
  const account = { ...credentials, otp, txnId, cmId };
  const described = describeMock({ urls, account }, caFile === undefined ? {} : { caFile });
  return [
    `${again}${described}`,
    ...payerBlock(about),
    ...about.leftOut.map((each) => `Not by hand: ${each}\n`),
  ];
}

/** For those alone who play a part in the payer flows. */
function payerBlock(about: ConnectionDetails): string[] {
  if (!about.paysFlows) return [];
  const { participants, payerKeyFile, payerCertificateFile, callbackCertificates, envelope } = about;
  const table = [
    ['you are', participants.provider],
    ['payer', participants.payer],
    ['envelope', envelope],
    ...(payerKeyFile === undefined ? [] : [["payer's key", payerKeyFile]]),
    ...(payerCertificateFile === undefined ? [] : [['its certificate', payerCertificateFile]]),
    ['callback keys', callbackCertificates],
  ];
  const rows = table.map(([name = '', value = '']) => `  ${name.padEnd(14)} ${value}`);
  return [['For the flows with the payer:', '', ...rows, ''].join('\n')];
}
