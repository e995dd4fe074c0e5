import { createRecording } from '../../exchange/recording';
import { Redactor } from '../../exchange/redaction';

/** Where examples are recorded: what a run would record them with, and nothing else of one. */
export const newBench = () => ({ recording: createRecording(), redactor: new Redactor() });
