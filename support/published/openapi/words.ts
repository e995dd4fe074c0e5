import { headersDemandedBy } from '../../contract/demanded-headers';
import type { Operation, ServiceName } from '../../contract/operations';
import { readings } from '../../contract/readings';
import { statementOn } from '../../contract/readings/statement-on';
import { services } from '../../contract/services';
import { currentEdition, sourceDocument } from '../../contract/source';
import type { Obligation } from '../../obligations';
import { contractObligations } from '../../obligations';

/**
 * Returns the ids of the obligations that concern an operation. If the home of an obligation names only the
 * service, the list contains the obligation for each operation of that service; but obligations about the body
 * of a request do not concern a GET.
 */
export function obligationsOn(operation: Operation): string[] {
  const demanded = headersDemandedBy(operation);
  const concerns = (obligation: Obligation): boolean => {
    const { on = [], header } = obligation;
    if (on.some((source) => source === operation.id)) return true;
    if (header !== undefined && demanded.has(header)) return true;
    const isOnService = on.some((source) => source === operation.service);
    return isOnService && (operation.method !== 'GET' || !isAboutRequestBody(obligation));
  };
  return contractObligations.all.filter(concerns).map(({ id }) => id);
}

/** Whether the members of a request's body show a breach of the obligation. */
const isAboutRequestBody = ({ reads, tells = [] }: Obligation): boolean =>
  reads === 'request' || tells.some(({ at }) => at.startsWith('request body/'));

/**
 * Describes an operation in Markdown: its purpose, the points that the document does not show, and its
 * obligations.
 */
export function describeOperation(operation: Operation): string {
  const { use, clause, notShown, receiver } = operation;
  const ids = obligationsOn(operation);
  return [
    `${use} (clause ${clause})`,
    ...(receiver === 'provider'
      ? [
          'Callbacks of one request cycle share the correlation id (clause 6.1). They carry a JWT of the gateway ' +
            '(clause 5.1.6); in which header is not shown.',
        ]
      : []),
    ...(notShown === undefined ? [] : [`Not shown in the document: ${lowered(notShown)}.`]),
    ...(ids.length === 0
      ? []
      : [`Obligations: ${ids.join(', ')}. \`npx conform explain ID\` explains each of them.`]),
  ].join('\n\n');
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Lists the readings on these clauses as a Markdown table with the suite's defaults. */
function silences(clauses: readonly string[]): string[] {
  const open = readings.filter(({ clause }) => clause.split(', ').some((each) => clauses.includes(each)));
  const rows = open.map(({ id, clause, silentOn, departsFrom, default: standard }) => {
    const statement = statementOn({ silent: silentOn, departsFrom });
    const cells = [`\`${id}\``, clause, statement, `\`${JSON.stringify(standard)}\``];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| reading | clause | the document | default of the suite |', '| --- | --- | --- | --- |', ...rows];
}

/** Describes a service in Markdown, for `info.description` of its OpenAPI document. */
export function describeService(name: ServiceName): string {
  const { about, clauses } = services[name];
  return [
    about,
    `Made from the contract "${sourceDocument.title}", edition ${currentEdition}. What the document does not show ` +
      'stays open here. Nothing is invented: no schema stands for a payload that is not shown.',
    '`x-obligations` lists the obligations that concern an operation, including those on the whole service.',
    'Where the document is silent, the conformance suite reads it as follows. A target file may choose otherwise ' +
      'under `readings`.',
    silences(clauses).join('\n'),
  ].join('\n\n');
}
