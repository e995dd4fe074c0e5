import { printableLine } from '../../contract/printable';
import { describeMock } from '../../mock/describe';
import type { Terminal } from '../terminal';
import type { Happening, Introduction, SeenByHand } from './happenings';
import { skippedByHand } from './skipped';
import type { Person } from './person';
import { TypedAnswers } from './typed-answers';

/** How long a client that was refused may try again before the refusal counts, in milliseconds. */
const secondTryMs = 1500;

/** A person at a terminal: they read what to do, and Enter alone skips it. */
export function terminalPerson(terminal: Terminal): Person {
  let typing: TypedAnswers | undefined;
  return {
    answers: terminal.interactive,
    secondTryMs,
    tell(happening) {
      if (happening.what === 'questioned') typing = new TypedAnswers(happening.question, terminal);
      for (const text of textsOf(happening, terminal)) terminal.say(text);
      if (happening.what === 'questioned') typing?.prompt();
      if (happening.what === 'misunderstood') typing?.again(happening.name);
      if (happening.what === 'done') typing = undefined;
    },
    listen: (hear) =>
      terminal.listen((line) => {
        if (typing !== undefined) {
          typing.type(line, hear);
          return;
        }
        if (/^\s*s?\s*$/i.test(line)) hear({ say: 'skip', reason: '' });
        else terminal.say('      Enter alone skips this; nothing else need be typed');
      }),
  };
}

function textsOf(happening: Happening, { interactive }: Terminal): string[] {
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
      return [happening.question.sentence];
    case 'misunderstood':
      return [`      ${happening.message}`];
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

function endOf({ status, failure = 'unknown' }: SeenByHand): string {
  return status === undefined ? `not answered: ${failure}` : String(status);
}

function introduction(about: Introduction): string[] {
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
function payerBlock(about: Introduction): string[] {
  if (!about.paysFlows) return [];
  const { participants, payerKeyFile, callbackCertificates, envelope } = about;
  const table = [
    ['you are', participants.provider],
    ['payer', participants.payer],
    ['envelope', envelope],
    ...(payerKeyFile === undefined ? [] : [["payer's key", payerKeyFile]]),
    ['callback keys', callbackCertificates],
  ];
  const rows = table.map(([name = '', value = '']) => `  ${name.padEnd(14)} ${value}`);
  return [['For the flows with the payer:', '', ...rows, ''].join('\n')];
}
