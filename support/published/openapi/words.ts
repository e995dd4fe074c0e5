import type { Operation, ServiceName } from '../../contract/operations';
import { readings } from '../../contract/readings';
import { services } from '../../contract/services';
import { currentEdition, sourceDocument } from '../../contract/source';
import { contractObligations } from '../../obligations';

/** Ids of the obligations that name an operation, or the service that it belongs to. */
export function obligationsOn({ id, service }: Operation): string[] {
  const bears = (on: readonly string[]) => on.includes(id) || on.includes(service);
  return contractObligations.all.filter((each) => bears(each.on ?? [])).map((each) => each.id);
}

/** What an operation is for, what the document leaves open, and what the suite checks. */
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

/** Where the document is silent on what concerns a service, and what the suite takes for granted there. */
function silences(clauses: readonly string[]): string[] {
  const open = readings.filter(({ clause }) => clause.split(', ').some((each) => clauses.includes(each)));
  const rows = open.map(({ id, clause, silentOn, default: standard }) => {
    const cells = [`\`${id}\``, clause, silentOn, `\`${JSON.stringify(standard)}\``];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| reading | clause | silent on | default of the suite |', '| --- | --- | --- | --- |', ...rows];
}

/** What stands at the top of the document of a service. */
export function describeService(name: ServiceName): string {
  const { about, clauses } = services[name];
  return [
    about,
    `Made from the contract "${sourceDocument.title}", edition ${currentEdition}. What the document does not show ` +
      'stays open here. Nothing is invented: no schema stands for a payload that is not shown.',
    'Where the document is silent, the conformance suite reads it as follows. A target file may choose otherwise ' +
      'under `readings`.',
    silences(clauses).join('\n'),
  ].join('\n\n');
}
