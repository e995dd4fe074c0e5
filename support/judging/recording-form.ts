import type { RedactionSettings } from '../exchange/recording';
import { formIn, redactionSettingsInLine, recordedForm } from '../exchange/recording';
import type { ConfigurationError } from '../targets/errors';
import { wrongVersionError } from '../targets/errors';

/**
 * Returns what the first line of a recording says of what is kept.
 * Throws a ConfigurationError if the line does not state the current form of recordings.
 */
export function requireCurrentRecordingForm(firstLine: string, file: string): RedactionSettings {
  const kept = redactionSettingsInLine(firstLine);
  if (kept === undefined) throw otherForm(firstLine, file);
  return kept;
}

const otherForm = (firstLine: string, file: string): ConfigurationError =>
  wrongVersionError(
    { of: 'a recording', member: 'form', found: formIn(firstLine), readable: recordedForm },
    { file },
    'use the version of the suite that recorded it, or record again',
  );
