import { goesOnByResume } from '../../../run/hand/going-on';
import { t } from '../strings';

/** What the suite says, for who has a button where others type a command. */
export const onPage = (text: string): string =>
  text.replaceAll(goesOnByResume, t('run.end.goesOn', { button: t('run.end.resume') }));
