import { missingTransfer, missingTwin } from '../../../support/obligations/judge/common-absences';
import type { AnyJourneyStep } from '../integrator/exchanges';
import { playSteps } from '../integrator/exchanges';
import { decryptedTransfer, encryptedTransfer, openedTransfer, refusedAs } from '../integrator/transfers';
import type { AbsenceRow, AbsenceRows } from './rows';

const good = encryptedTransfer();
/** A transfer with content that no key opens. */
const closed = encryptedTransfer({ fact: { content: { bytes: 26, opens: 'closed' } } });

const row = (missing: readonly AnyJourneyStep[], present: readonly AnyJourneyStep[]): AbsenceRow => ({
  missing: playSteps(missing),
  present: playSteps(present),
});

/** Returns the row of key material with a mistake that the client refused, without and with the valid twin. */
function refusalRow(variant: string, isOfHiu = false): AbsenceRow {
  const [transfer, twin] = isOfHiu ? [decryptedTransfer, decryptedTransfer()] : [encryptedTransfer, good];
  const negative = transfer(refusedAs(variant));
  return row([negative], [negative, twin]);
}

const secondTransfer = row([good], [good, good]);
const transferCarriedOut = row([closed, closed], [good, good]);

export const healthDataTransferAbsences: AbsenceRows = {
  'HDT-01': { [missingTwin]: refusalRow('algorithm: RSA') },
  'HDT-02': { [missingTwin]: refusalRow('expiry: a day ago') },
  'HDT-03': { 'a second transfer': secondTransfer, [missingTransfer]: transferCarriedOut },
  'HDT-04': { 'a second transfer': secondTransfer, [missingTransfer]: transferCarriedOut },
  'HDT-09': { [missingTransfer]: transferCarriedOut },
  'HDT-12': { [missingTwin]: refusalRow('changed tag: first bit', true) },
  'HDT-13': { [missingTwin]: refusalRow('bad key: empty') },
  'HDT-14': { [missingTransfer]: transferCarriedOut },
  'HDT-15': { [missingTransfer]: transferCarriedOut },
  'HDT-16': { [missingTwin]: refusalRow('nonce length: 31 bytes') },
  'HDT-17': { [missingTransfer]: row([openedTransfer()], [openedTransfer(), decryptedTransfer()]) },
  'HDT-18': { [missingTransfer]: transferCarriedOut },
  'HDT-20': {
    'a second request of the HIU': row(
      [openedTransfer(), decryptedTransfer()],
      [openedTransfer(), openedTransfer(), decryptedTransfer()],
    ),
    [missingTransfer]: row(
      [openedTransfer(), openedTransfer()],
      [openedTransfer(), openedTransfer(), decryptedTransfer()],
    ),
  },
};
