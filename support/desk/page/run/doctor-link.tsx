import { linkTo } from '../route';
import { t } from '../strings';
import { begun } from './state';

/** Leads to the doctor of the set-up, beside what it may know more of; it knows nothing of the mock. */
export function DoctorLink() {
  if (begun.value?.selfTest === true) return null;
  return (
    <p>
      <a class="button" href={linkTo('setup', 'doctor')}>
        {t('run.doctor')}
      </a>
    </p>
  );
}
