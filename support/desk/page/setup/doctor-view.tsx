import { useEffect, useRef } from 'preact/hooks';
import { Notice } from '../parts/notice';
import { linkTo } from '../route';
import { t } from '../strings';
import { doctorTrouble, examinedText, isExamined, isExamining, isStopped, lines } from './doctor-store';
import type { FoldedLine } from './fold-lines';
import { foldLines, toFix } from './fold-lines';
import { goToField } from './sections';
import { target } from './target-store';

/** What the doctor finds, a line as soon as it is known. Where the address names it, it has the focus. */
export function DoctorView({ isWanted }: { readonly isWanted: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    // After what an area does with the focus as it is come to.
    const timer = setTimeout(() => heading.current?.focus());
    return () => {
      clearTimeout(timer);
    };
  }, [isWanted]);
  return (
    <section class="part doctor" aria-labelledby="doctor">
      <h2 id="doctor" ref={heading} tabIndex={-1}>
        {t('setup.doctor')}
      </h2>
      {!isExamining.value && !isExamined.value && <p class="soft">{t('setup.aboutDoctor')}</p>}
      {isExamining.value && <p role="status">{t('setup.examining')}</p>}
      {isExamined.value && doctorTrouble.value === undefined && <Outcome />}
      {isExamined.value && target.value?.textRevision !== examinedText.value && (
        <p class="asked">{t('setup.changedSince')}</p>
      )}
      {doctorTrouble.value !== undefined && (
        <Notice kind="bad">
          <span translate={false}>{doctorTrouble.value.message}</span>
          <span class="hint" translate={false}>
            {doctorTrouble.value.hint}
          </span>
        </Notice>
      )}
      <div role="log" aria-labelledby="doctor">
        <ul>
          {foldLines(lines.value).map((line, index) => (
            <Line key={index} {...line} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Outcome() {
  const count = toFix(lines.value);
  const isGood = count === 0 && !isStopped.value;
  const said = [
    ...(isStopped.value ? [t('setup.examineStopped')] : []),
    ...(count > 0 ? [t('setup.examinedBad', { count })] : []),
    ...(isGood ? [t('setup.examinedGood')] : []),
  ];
  return (
    <p role="status" class={isGood ? 'given' : 'asked'}>
      {said.join(' ')}
    </p>
  );
}

function Line({ name, state, detail, all }: FoldedLine) {
  const [first = '', ...others] = detail.split('\n');
  return (
    <li class={`line ${state}`}>
      <strong>{t(`setup.state.${state}`)}</strong>{' '}
      <span class="of" translate={false}>
        {name}
      </span>{' '}
      <span translate={false}>
        <WithLinks text={first} />
      </span>
      {others.length > 0 && <pre translate={false}>{others.join('\n')}</pre>}
      {all.length > 1 && (
        <details>
          <summary>{t('setup.eachOf', { count: all.length })}</summary>
          <ul translate={false}>
            {all.map((each) => (
              <li key={each.name}>
                <span class="of">{each.name}</span> {each.detail}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Names of members of the target, as a line names them. */
const member =
  /\b((?:services|limits|readings|integrator|tls|otp|paths|callback|credentials|encryption|mock)\.[\w-]+)\b/;

/** A text whose members lead to their fields. */
function WithLinks({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(member).map((part, index) => {
        if (index % 2 === 0) return part;
        const path = part.split('.');
        return (
          <a
            key={index}
            href={linkTo('setup', 'field', ...path)}
            onClick={() => {
              goToField(path);
            }}
          >
            {part}
          </a>
        );
      })}
    </>
  );
}
