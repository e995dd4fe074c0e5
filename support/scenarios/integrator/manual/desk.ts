import { plainText } from '../../../exchange/text';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameExchange } from '../../../exchange/exchange';
import type { Exchange } from '../../../exchange/exchange';
import { describeMock } from '../../../mock/describe';
import type { Run } from '../../../run/run';
import { ManualProgress } from '../../../run/manual-progress';
import type { Terminal } from '../../../run/terminal';
import { processTerminal } from '../../../run/terminal';
import type { PlayedServices } from '../played-services';

/** One person at one terminal, for a whole run. */
export interface ManualDesk {
  readonly played: PlayedServices;
  readonly terminal: Terminal;
  readonly progress: ManualProgress;
  /** Says where the services are, before the first instruction; tells the person to restart the client, before others. */
  begin(title: string): void;
}

/** Opens the desk, once in a run. */
export function openDesk(run: Run, played: PlayedServices): Promise<ManualDesk> {
  return run.once('manual-desk', () => {
    const { reports, resumed, terminal = processTerminal() } = run.settings;
    const progress = new ManualProgress(reports, run.target, resumed);
    progress.give(played.mock.account.txnId);
    run.leftOut.push('field.encrypt (it cannot be done by hand)');
    played.onSeen((_seen, exchange) => {
      progress.append(exchange);
      terminal.say(`      seen  ${plainText(nameExchange(exchange))} ${endOf(exchange)}`);
    });
    played.onAnswer((answer) => {
      progress.append(answer);
    });
    let introduced = false;
    return Promise.resolve({
      played,
      terminal,
      progress,
      begin(title) {
        terminal.say(
          introduced ? `\n${title}\n${restart}` : `${introduction(played, reports, progress)}\n${title}`,
        );
        introduced = true;
      },
    });
  });
}

function endOf({ response, failure }: Exchange): string {
  return response === undefined ? `not answered: ${failure?.message ?? 'unknown'}` : String(response.status);
}

const restart = 'First restart your client, so that it has neither session nor certificates.';

function introduction({ mock }: PlayedServices, reports: string, progress: ManualProgress): string {
  const caFile = join(reports, 'manual-ca.pem');
  if (mock.ca !== undefined) writeFileSync(caFile, mock.ca);
  const again = progress.resumed
    ? `Going on where the last run ended, after ${progress.done} calls. Addresses and credentials are new: set them, and restart your client.\n\n`
    : '';
  return `${again}${describeMock(mock, mock.ca === undefined ? {} : { caFile })}`;
}
