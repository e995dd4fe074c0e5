import type { Asked } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import type { ShownExchange } from '../../explain/telling-lines';
import type { CycleSteps } from '../../judging/cycles';
import type { Results, WaiverRow } from '../../judging/results';
import type { FacetRow } from '../../judging/verdict';
import type { Count, Report } from '../../report/model/report';
import type { Row } from '../../report/model/row';
import type { Line } from '../../report/parts/lines';
import type { ExchangeSummary, ExchangeView } from './inspect';

/** What a list shows of an obligation. */
export type RowSummary = Pick<
  Row,
  'area' | 'clause' | 'id' | 'label' | 'level' | 'planned' | 'subject' | 'title' | 'verdict'
> & {
  /** Why, in one line; empty where it passed. */
  readonly why: string;
  /** A failure of it is an approved exception. */
  readonly waived?: true;
};

/** A report as the page shows it: obligations are named by their ids. */
export interface ReportView extends Pick<
  Report,
  'caveats' | 'facts' | 'headlines' | 'name' | 'partial' | 'readings' | 'warnings'
> {
  /** As in `latest` or `3`. */
  readonly entry: string;
  readonly run: Pick<Results['run'], 'finishedAt' | 'id' | 'selfTest' | 'startedAt'>;
  readonly exchanges: number;
  readonly counts: readonly Count[];
  /** By area, in the order of the contract. */
  readonly areas: readonly { readonly name: string; readonly title: string }[];
  readonly rows: readonly RowSummary[];
  /** What was broken and follows from nothing else, each with what follows from it. */
  readonly causes: readonly { readonly id: string; readonly consequences: readonly string[] }[];
  /** What is neither kept nor broken, by its reason. */
  readonly open: readonly OpenView[];
}

export interface OpenView {
  readonly verdict: Row['label'];
  readonly reason: string;
  readonly details: readonly string[];
  readonly advice: string;
  readonly ids: readonly string[];
}

/** Another obligation that one names. */
export type RowLink = Pick<Row, 'id' | 'label' | 'title'>;

/** An obligation of a report, with all that its verdict stands on. */
export interface ObligationView
  extends
    RowSummary,
    Pick<
      Row,
      | 'again'
      | 'brings'
      | 'declaredBy'
      | 'evidence'
      | 'explainedAt'
      | 'failures'
      | 'gaps'
      | 'name'
      | 'notes'
      | 'observations'
      | 'quote'
      | 'reason'
      | 'role'
      | 'rule'
      | 'scenarios'
    > {
  readonly entry: string;
  readonly run: ReportView['run'];
  readonly areaTitle: string;
  /** What its verdict says, in a sentence. */
  readonly meaning: string;
  readonly facets: readonly FacetRow[];
  /** The failures that it follows from at once. */
  readonly follows: readonly string[];
  /** What `follows`, `root` and `brings` name. */
  readonly related: readonly RowLink[];
  /** The cause that all of it comes from. */
  readonly root?: string;
  readonly waiver?: WaiverRow;
  readonly breaches: readonly BreachView[];
  /** How many breaches there were: those that are listed are the first. */
  readonly broken: number;
  /** What was to be refused, and how it was. */
  readonly negatives: readonly NegativeView[];
  readonly cycles: readonly CycleSteps[];
  /** All that is named above, by their numbers. */
  readonly exchanges: readonly ExchangeSummary[];
  /** Why none of these can be shown. */
  readonly noRecording?: string;
  readonly examples?: ExamplesView;
  /** How it is run again; absent: answers and traffic that were judged are not run. */
  readonly rerun?: { readonly selfTest: boolean };
  /** What the latest whole and the latest partial run say of it, where they are not this one. */
  readonly besides: readonly VerdictElsewhere[];
}

export interface VerdictElsewhere {
  /** `latest` or `partial`. */
  readonly entry: string;
  readonly label: Row['label'];
  /** ISO-8601. */
  readonly finishedAt: string;
}

export interface BreachView {
  readonly exchanges: readonly number[];
  readonly sent: Text;
  readonly expected: Text;
  readonly seen: Text;
  readonly cause: Text;
  readonly client?: string;
}

/** A request that is wrong on purpose, and the valid twin that differs in that one fact. */
export interface NegativeView {
  readonly seq: number;
  /** The mistake in it, as in `an invented clientId`. */
  readonly mistake: string;
  /** It was taken, or refused for another reason: a breach shows it. */
  readonly isBroken: boolean;
  /** As in `400 {"error":{…}}`, shortened. */
  readonly answer: string;
  readonly twin?: { readonly seq: number; readonly answer: string };
}

/** How the obligation is kept and broken: recorded examples of the suite's own. */
export interface ExamplesView {
  readonly right?: ExampleView;
  readonly wrong?: ExampleView & { readonly story: string };
  /** Mistakes that break it, one sentence each. */
  readonly mistakes: readonly string[];
}

export interface ExampleView {
  readonly exchanges: readonly ShownExchange[];
  readonly notes: readonly Text[];
}

/** An exchange in the lines of the report; those that tell about an obligation are marked. */
export interface MarkedExchange {
  readonly seq: number;
  readonly parts: readonly { readonly name: MarkedPart; readonly lines: readonly MarkedLine[] }[];
}

/** `returned`: by an adapter, in the place of a request. */
export type MarkedPart = 'about' | 'answer' | 'facts' | 'request' | 'returned';
export type MarkedLine = Pick<Line, 'depth' | 'marked' | 'text'>;

/** An exchange of a report, with what it stands beside. */
export interface ReportExchange extends ExchangeView {
  /** The obligations whose verdict it bears on. */
  readonly bearsOn: readonly RowLink[];
  /** The numbers before and behind it. */
  readonly before?: number;
  readonly after?: number;
  /** Others of its round: of a negative its valid twin, of a twin the negatives that are bound to it. */
  readonly bound: readonly BoundExchange[];
}

export interface BoundExchange {
  readonly seq: number;
  readonly part: Asked['part'];
  readonly variant: string;
}
