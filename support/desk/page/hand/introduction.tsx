import type { Introduction } from '../../../run/hand/happenings';
import type { TextName } from '../strings';
import { Copyable } from '../parts/copy';
import { t } from '../strings';

/** Where the services are, and with what they are used. */
export function IntroductionCard({
  introduction,
  isOpen,
}: {
  readonly introduction: Introduction;
  readonly isOpen: boolean;
}) {
  const { leftOut, goesOnAfter } = introduction;
  return (
    <details class="introduction" open={isOpen}>
      <summary>{t('hand.setting')}</summary>
      <p>{t('hand.settingHint')}</p>
      {goesOnAfter !== undefined && <p>{t('hand.goesOn', { count: goesOnAfter })}</p>}
      <dl class="to-copy">
        {rowsOf(introduction).map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              <Copyable value={value} name={t(name)} />
            </dd>
          </div>
        ))}
      </dl>
      {leftOut.map((each) => (
        <p key={each}>
          {t('hand.leftOut')} <span translate={false}>{each}</span>
        </p>
      ))}
    </details>
  );
}

type Row = readonly [name: TextName, value: string];

function rowsOf(about: Introduction): Row[] {
  const { services, credentials, otp, txnId, cmId, paysFlows } = about;
  return [
    ['hand.gateway', services.gateway],
    ['hand.identity', services.identity],
    ['hand.registry', services.registry],
    ...(paysFlows ? ofPayer(about) : []),
    ['hand.clientId', credentials.clientId],
    ['hand.clientSecret', credentials.clientSecret],
    ['hand.cmId', cmId],
    ['hand.otp', otp],
    ['hand.txnId', txnId],
    ...(about.ca === undefined ? [] : [['hand.ca', about.ca] as const]),
  ];
}

function ofPayer(about: Introduction): Row[] {
  const { services, participants, callbackCertificates, payerEncryptionKey, envelope } = about;
  return [
    ['hand.dummyPayer', services.dummyPayer],
    ['hand.provider', services.provider],
    ['hand.ownParticipant', participants.provider],
    ['hand.payerParticipant', participants.payer],
    ['hand.callbackCertificates', callbackCertificates],
    ...(envelope === 'jwe' ? [['hand.payerKey', payerEncryptionKey] as const] : []),
  ];
}
