import { resumeHint } from '../run/hand/person';

export const resumeLabel = 'Go on by hand';

/**
 * Maps phrases about the command line to the wording of the page. The order matters: a longer phrase must
 * come before any phrase that it contains.
 */
const phrases: readonly (readonly [said: RegExp | string, onPage: string])[] = [
  [resumeHint, `“${resumeLabel}” goes on from here`],
  ['leave out --resume to start again', '“Run from the beginning” starts again'],
  [/export [^\n]*=… before you run/g, 'type in each value on the Target page'],
  ['make one with: npx conform init', 'begin one on the Target page'],
  [/npx conform run [^\n]*--only ([A-Z]{3}-\d\d)/g, '“Run $1 again”'],
  [/npx conform explain ([A-Z]{3}-\d\d)/g, 'the report at $1'],
  ['run npx conform run first', 'start a run first'],
  ['conform run asks for each act', 'the run asks for each act'],
  [/(?:: | )npx conform doctor(?! --)/g, ' the doctor on the Target page'],
  [/(?:npx )?conform proxy(?! --)/g, 'the proxy on the Traffic page'],
  ['with npx conform audit --rejudge', 'on the Traffic page'],
  ['leave --target out to judge the traffic without a target', 'choose “the defaults” at “Judge it by”'],
  ['conform report --pack', '“Evidence pack”'],
  ['run without --profile nightly', 'run without “Nightly”'],
  ['with --subject service', 'choose the services at “Judge”'],
  ['name the subject with --subject', 'choose the subject at “Judge”'],
];

/** Maps a command-line option to the label of the page's field for the same setting. */
const fields: Readonly<Record<string, string>> = {
  '--only': '“Only these obligations”:',
  '--port': '“First port”:',
  '--callbacks': '“Callbacks go to”',
};

/**
 * Translates the place of an error for the page: a command-line option becomes the field for that setting.
 * Any other place stays unchanged, even if it contains an option, because it may quote user input.
 */
export const placeOnPage = (at: string): string => fields[at] ?? at;

/**
 * Rewords one of the suite's messages for the page, so that it names buttons and fields instead of commands.
 */
export const inPageTerms = (text: string): string =>
  phrases.reduce((said, [each, here]) => said.replaceAll(each, here), text);
