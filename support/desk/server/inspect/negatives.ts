import { withoutItem } from '../../../contract/transfer-variants';
import type { Evidence } from '../../../exchange/evidence';
import { contractObligations } from '../../../obligations';
import type { Row } from '../../../report/model/row';
import type { NegativeView } from '../../wire/inspect-report';
import type { OpenedReport } from './opened-report';

const longestAnswer = 200;

/** What was to be refused as the obligation demands, each with its valid twin; from what its verdict stands on. */
export async function negativesOf(
  row: Row,
  evidence: readonly Evidence[],
  opened: OpenedReport,
): Promise<NegativeView[]> {
  const wrong = contractObligations.find(row.id)?.wrong ?? {};
  const negatives = evidence.flatMap((each) => {
    const mistake = wrong[withoutItem(each.asked?.variant ?? '')];
    return each.asked?.part === 'negative' && mistake !== undefined ? [{ each, mistake }] : [];
  });
  if (negatives.length === 0) return [];
  const broken = new Set((row.breaches ?? []).flatMap(({ exchanges: [first] }) => first ?? []));
  const recording = await opened.recording();
  const twinOf = (seq: number): number | undefined => recording.boundTo(seq)[0]?.seq;
  const twins = await recording.read(negatives.flatMap(({ each }) => twinOf(each.seq) ?? []));
  return negatives.map(({ each, mistake }) => {
    const twin = twins.find(({ seq }) => seq === twinOf(each.seq));
    return {
      seq: each.seq,
      mistake,
      isBroken: broken.has(each.seq),
      answer: answerOf(each),
      ...(twin && { twin: { seq: twin.seq, answer: answerOf(twin) } }),
    };
  });
}

/** `400 {"error":{…}}`, or what an adapter returned. */
export function answerOf(evidence: Evidence): string {
  if (evidence.kind === 'log line') return '';
  const { failure } = evidence;
  if (failure !== undefined) return `${failure.kind}: ${failure.message}`;
  const body = evidence.kind === undefined ? evidence.response?.body : evidence.body;
  const text = (body?.text ?? '').replace(/\s+/g, ' ').trim();
  const shown = text.length > longestAnswer ? `${text.slice(0, longestAnswer)}…` : text;
  const status = evidence.kind === undefined ? [evidence.response?.status ?? '–'] : [];
  return [...status, ...(shown === '' ? [] : [shown])].join(' ');
}
