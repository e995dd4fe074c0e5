import type { AdapterChannel, CallOutcome } from '../../../adapter/channel';
import type { LogText } from '../../../adapter/kept-log';
import { noLog } from '../../../adapter/kept-log';
import type { GivenInitializeResult, AdapterMethod, MethodParams } from '../../../adapter/protocol';
import { rpcErrorCodes, protocolVersion } from '../../../adapter/protocol';
import { NotTestedError } from '../../../contract/outcome';
import type { HandOutcome } from '../../../run/manual-progress';
import { isSkipMessage, skippedByHand } from '../../../run/hand/person';
import { whyCallbacksImpossible } from '../../../targets/target';
import type { ActEnding } from './wait';
import { askState, waitForAct } from './wait';
import type { ManualSession, JourneyOutline } from './manual-session';
import type { Instruction, ManualMethod } from './instructions';
import { instruct, underForeignCertificate, isManual, isPayerMethod, manualMethodsFor } from './instructions';
import type { Setting } from './payer-instructions';
import { acknowledging, instructForPayer } from './payer-instructions';
import { stoppedByHand } from './turn';

/** How a call ended, now or in the run that this one goes on from; with what it gave. */
type Known = HandOutcome & { readonly recalled?: true; readonly value?: unknown };

/** The way to an integrator through a person: tells them what to do, and waits for the traffic. */
export class ManualChannel implements AdapterChannel {
  readonly #byHand: ManualSession;
  readonly #journey: JourneyOutline;
  #count = 0;
  #begun = false;
  #whole = true;
  #closed = false;

  constructor(byHand: ManualSession, journey: JourneyOutline) {
    this.#byHand = byHand;
    this.#journey = journey;
  }

  /** What an instruction about a cycle tells of. */
  get #setting(): Setting {
    const { run, played } = this.#byHand;
    return { played, target: run.target, keeper: run.evidence.keeper };
  }

  get ended(): boolean {
    return this.#closed;
  }

  /** Whether the run that this one goes on from went through all of it. */
  get isRecalled(): boolean {
    return this.#byHand.progress.hasEnded(this.#journey.name);
  }

  log(): LogText {
    return noLog;
  }

  async call<M extends AdapterMethod>(method: M, params: MethodParams<M>): Promise<CallOutcome<M>> {
    if (isManual(method))
      return toOutcome(method, await this.#ask(method, params as MethodParams<ManualMethod>));
    if (method === 'initialize') return { kind: 'result', value: this.#introduce() };
    if (method === 'shutdown') return { kind: 'result', value: undefined as never };
    return { kind: 'not-offered', message: `${method} cannot be done by hand` };
  }

  /** Waits until a payment notice is acknowledged. Tells whether it was. */
  async acknowledged(correlationId: string): Promise<boolean> {
    const instruction = acknowledging(correlationId, this.#setting);
    return (await this.#act('acknowledgment', instruction)).kind === 'result';
  }

  close(): Promise<void> {
    if (!this.#closed && this.#whole && this.#count > 0) this.#byHand.progress.end(this.#journey.name);
    this.#closed = true;
    return Promise.resolve();
  }

  #introduce(): GivenInitializeResult {
    const { target } = this.#byHand.run;
    const isReached = whyCallbacksImpossible(target) === undefined;
    const { callbackUrl, encryptionKey } = target.integrator ?? {};
    return {
      protocolVersion,
      implementation: { name: 'a person', version: 'by hand' },
      capabilities: manualMethodsFor(target.roles, isReached),
      ...(isReached && { callbackUrl, encryptionKey }),
    };
  }

  #ask(method: ManualMethod, params: MethodParams<ManualMethod>): Promise<Known> {
    const { played } = this.#byHand;
    if (method === 'cycle.get') return this.#question(params as MethodParams<'cycle.get'>);
    const instruction = isPayerMethod(method)
      ? instructForPayer(method, params, this.#setting)
      : instruct(method, params as never, played.mock);
    const isForeign = played.mock.stimuli.current?.tls !== undefined;
    return this.#act(method, isForeign ? underForeignCertificate(instruction) : instruction);
  }

  async #act(what: string, instruction: Instruction): Promise<Known> {
    const { progress } = this.#byHand;
    const label = this.#label(what, instruction);
    const earlier = progress.answered(this.#journey, label);
    if (earlier !== undefined) return { ...earlier, recalled: true };
    if (instruction.isDone?.() === true) return { kind: 'result' };
    this.#byHand.tellBroken();
    this.#begin();
    const { accepted, ...answered } = await this.#told(label, instruction);
    if (isSkipMessage(answered.message)) this.#skip(label);
    else progress.note(this.#journey.name, label, answered);
    return { ...answered, value: { correlationId: this.#cycleOf(accepted?.facts.payer?.correlationId) } };
  }

  /** A recording need not keep an id as it was sent: the payer has it. */
  #cycleOf(kept: string | undefined): string | undefined {
    const { run, played } = this.#byHand;
    return [...played.mock.cycles.ids].find((id) => run.evidence.keeper.value('correlationId', id) === kept);
  }

  #label(what: string, { service }: Pick<Instruction, 'service'>): string {
    this.#count += 1;
    return [this.#count, what, ...(service === undefined ? [] : [service])].join(' ');
  }

  /** Who has stopped is told of nothing more. */
  #begin(): void {
    if (this.#byHand.bounds.stop.signal.aborted) {
      this.#whole = false;
      throw stoppedByHand();
    }
    if (!this.#begun) this.#byHand.begin(this.#journey);
    this.#begun = true;
  }

  /** Puts an act to the person, and tells how it ended. */
  async #told(label: string, instruction: Instruction): Promise<ActEnding> {
    const { person } = this.#byHand;
    const id = this.#byHand.next();
    const { sentence, values, address, line } = instruction;
    const place = { id, label, number: this.#count, of: this.#journey.calls, journey: this.#journey.title };
    const act = { ...place, sentence, values, address, line };
    try {
      const ending = await waitForAct(this.#byHand, act, instruction);
      const { kind, message } = ending;
      const how = isSkipMessage(message) ? 'skipped' : kind === 'result' ? 'accepted' : 'refused';
      person.tell({ what: 'done', id, how, ...(message !== undefined && { message }) });
      return ending;
    } catch (error) {
      this.#whole = false;
      person.tell({
        what: 'done',
        id,
        how: this.#byHand.bounds.stop.signal.aborted ? 'stopped' : 'too late',
      });
      throw error;
    }
  }

  /** A journey that goes from step to step is left with what is skipped; another goes on to the next call. */
  #skip(label: string): void {
    this.#whole = false;
    if (!this.#journey.piecewise && !this.#journey.goesOn)
      throw new NotTestedError('not-exercised', `${skippedByHand}: ${label} of "${this.#journey.title}"`);
  }

  async #question(params: MethodParams<'cycle.get'>): Promise<Known> {
    this.#count += 1;
    if (!this.#byHand.person.answers) return { kind: 'refused', message: skippedByHand };
    this.#begin();
    return askState(this.#byHand, params).catch((error: unknown) => {
      this.#whole = false;
      throw error;
    });
  }
}

function toOutcome<M extends AdapterMethod>(method: M, known: Known): CallOutcome<M> {
  const { kind, message = '', value: given, ...others } = known;
  if (kind === 'refused') return { kind, code: rpcErrorCodes.failed, message, ...others };
  // Who asks looks at whether there is a result; what else it holds is in the recording.
  const value = method === 'otp.verify' ? { txnId: '', authResult: '', message: '' } : (given ?? {});
  return { kind, value: value, ...others };
}
