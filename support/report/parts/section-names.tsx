import type { JSX } from 'preact';
import type { Report } from '../model/report';
import { headings } from '../wording';

/** A section of a report, which a link leads to. */
export interface SectionName {
  readonly id:
    | 'run'
    | 'obligations'
    | 'not-tested'
    | 'readings'
    | 'limits'
    | 'after-refusals'
    | 'diagnosis'
    | 'sources'
    | 'glossary'
    | 'exchanges';
  readonly title: string;
}

/** The sections behind the first page, in their order; what has nothing to say is left out. */
export function sectionNames({ afterRefusals, run }: SectionCriteria): SectionName[] {
  const named = (id: SectionName['id'], title: string, says = true): SectionName[] =>
    says ? [{ id, title }] : [];
  return [
    named('run', 'The run'),
    named('obligations', 'Obligations'),
    named('not-tested', 'Not tested'),
    named('readings', headings.readings),
    named('limits', headings.limits),
    named('after-refusals', headings.afterRefusals, afterRefusals.length > 0),
    named('diagnosis', 'How the services were found', run.diagnosis.length > 0),
    named('sources', 'Where the traffic came from', run.traffic !== undefined),
    named('glossary', 'Glossary'),
    named('exchanges', 'Exchanges'),
  ].flat();
}

/** What decides which sections there are. */
export type SectionCriteria = Pick<Report, 'afterRefusals' | 'run'>;

/** `section 2`, by its place among the sections that there are. */
export function sectionText(id: SectionName['id'], report: SectionCriteria): string {
  return `section ${sectionNames(report).findIndex((each) => each.id === id) + 1}`;
}

/** The same as a link. */
export function SectionLink(props: {
  readonly to: SectionName['id'];
  readonly report: SectionCriteria;
}): JSX.Element {
  return <a href={`#${props.to}`}>{sectionText(props.to, props.report)}</a>;
}
