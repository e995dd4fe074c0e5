import { rpcErrorCodes } from '../../adapter/protocol';
import { reasonAgainstRefusal } from '../../adapter/refusal-codes';
import { memberOf, parseJson } from '../../contract/json';
import type { AdapterAnswer } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import { cutBetweenForms, withoutMarks } from '../../exchange/read-form';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import type { UnjudgedReason } from './judge';
import { DistinctTexts } from './judge';

/** An error with which an adapter answered a call. */
export interface AdapterRefusal {
  /**
   * `on purpose`: error -32001, or a recording without the code. `another error`: the client tried and failed, which
   * counts as a refusal. `no refusal`: the adapter itself failed or did not understand the call, so the error does not
   * show a decision of the client.
   */
  readonly kind: 'on purpose' | 'another error' | 'no refusal';
  readonly code?: number;
  /** The client's reason; the recording may have replaced a part of it. */
  readonly reason: string;
}

const longestReason = 160;

/** Returns the error of an answer. Returns `undefined` if the answer is a result, or the method is not offered. */
export function readRefusal({ facts, body }: AdapterAnswer): AdapterRefusal | undefined {
  if (facts.adapter?.outcome !== 'refused') return undefined;
  const error = memberOf(parseJson(body?.text ?? ''), 'error');
  const [written, message] = [memberOf(error, 'code'), memberOf(error, 'message')];
  const code = facts.adapter.code ?? (typeof written === 'number' ? written : undefined);
  const reason = typeof message === 'string' ? cutBetweenForms(withoutMarks(message), longestReason) : '';
  return { kind: kindOf(code), ...(code !== undefined && { code }), reason };
}

function kindOf(code: number | undefined): AdapterRefusal['kind'] {
  if (code === undefined || code === rpcErrorCodes.refused) return 'on purpose';
  return reasonAgainstRefusal(code) === undefined ? 'another error' : 'no refusal';
}

/**
 * Returns why an error does not count as a refusal, with the error to return instead. Returns `undefined` for all other
 * answers. The obligation then cannot pass, because any program that breaks at unusual input would pass it.
 */
export function whyNoRefusal(answer: AdapterAnswer): UnjudgedReason | undefined {
  const { code } = readRefusal(answer) ?? {};
  const reason = code === undefined ? undefined : reasonAgainstRefusal(code);
  return reason === undefined
    ? undefined
    : { unjudged: reportText`${nameEvidence(answer)}: ${reason}`, withholds: true };
}

/** Collects notes of the adapter calls that the client refused, each with the code and the reason of its error. */
export class RefusedCallNotes {
  readonly #texts = new DistinctTexts();

  add(answer: AdapterAnswer): void {
    const { kind, code, reason } = readRefusal(answer) ?? {};
    if (kind === undefined || kind === 'no refusal' || (code === undefined && reason === '')) return;
    const how = code === undefined ? '' : ` with error ${code}`;
    const doubt = kind === 'another error' ? `, ${doubtIn(code)}` : '';
    this.#texts.add(`${answer.method} was refused${how}${doubt}${reason === '' ? '' : `: ${reason}`}`);
  }

  get all(): readonly ReportText[] {
    return this.#texts.all;
  }
}

/** Returns why a reviewer should look at a refusal with another error than that of a refusal on purpose. */
function doubtIn(code: number | undefined): string {
  return code === rpcErrorCodes.invalidRequest
    ? `which says that the suite's message was not a JSON-RPC request; a refusal on purpose has error ${rpcErrorCodes.refused}`
    : `which is not the error of a refusal on purpose (${rpcErrorCodes.refused})`;
}
