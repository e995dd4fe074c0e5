import { createReadStream } from 'node:fs';
import { EnvironmentError } from '../../contract/outcome';
import type { Audited } from '../../judging/results';
import { targetContext } from '../../judging/target-context';
import { takeSource } from '../items';
import { LiveJudge } from '../clients/live-judge';
import type { FileRecording } from '../recording-file';
import { recordToFile } from '../recording-file';
import { placing } from '../proxy/fronts';
import type { Passed } from '../passed';
import { wireRecordOf } from '../passed';
import { openSource, requireNonce } from '../sources';
import { framesIn } from './frame';
import type { Earlier, LiveBeginning, LiveEnd, News, Order, Question, Replies } from './messages';
import { toldError } from '../told-error';
import { linesOf } from './live-lines';
import type { Batch } from './live-news';
import { LiveNews } from './live-news';
import { LiveVerdicts } from './live-verdicts';

/** Records and judges what is handed over, one order after the other; opens its recording at once. */
export class LiveBench {
  readonly #beginning: LiveBeginning;
  readonly #tell: (news: News) => void;
  readonly #fronts: readonly ReturnType<typeof placing>[];
  readonly #recording: FileRecording;
  readonly #judge: LiveJudge;
  readonly #news: LiveNews;

  /** @param tell takes what there is to tell in between */
  constructor(beginning: LiveBeginning, tell: (news: News) => void) {
    const { target, file, nonce, key } = beginning;
    this.#beginning = beginning;
    this.#tell = tell;
    this.#fronts = beginning.fronts.map((front) => placing(target, front));
    const fail = (error: EnvironmentError): void => {
      tell({ kind: 'broken', error: toldError(error) });
    };
    this.#recording = recordToFile(file, { fail, nonce });
    this.#judge = new LiveJudge({
      target,
      context: targetContext(target),
      recording: this.#recording,
      everyRule: false,
      ...(key && { key: Buffer.from(key) }),
    });
    const word = wordingFor(beginning);
    this.#news = new LiveNews(
      () => this.#judge.conclude(),
      (batch) => {
        tell(word(batch));
      },
    );
  }

  async do(order: Order): Promise<Replies[Question['kind']] | undefined> {
    switch (order.kind) {
      case 'passed':
        this.#take(order.bytes);
        return undefined;
      case 'open':
        return undefined;
      case 'continue':
        return this.#continue(order.earlier);
      case 'move':
        this.#recording.moveTo(order.file);
        return undefined;
      case 'flush':
        this.#recording.flush();
        return undefined;
      case 'end':
        return this.#end();
      case 'abandon':
        this.abandon();
        return undefined;
    }
  }

  /** Writes what can be written of the recording, and tells what was not told yet. */
  abandon(): void {
    this.#recording.abandon();
    this.#news.flush();
  }

  async #continue({ file, descriptor: fd }: Earlier): Promise<Audited> {
    const source = await openSource(file, createReadStream(file, { fd, autoClose: false }));
    requireNonce(source, this.#beginning.nonce);
    const audited = await takeSource(source, this.#judge);
    return { ...audited, others: this.#judge.unmapped };
  }

  #take(bytes: Uint8Array): void {
    const { count } = this.#recording;
    const { unmapped: before } = this.#judge;
    let unjudged = 0;
    for (const { front, passed } of framesIn(bytes))
      try {
        this.#takeOne(front, passed);
      } catch (error) {
        // A recording that cannot be written any more has been told of already.
        if (error instanceof EnvironmentError) continue;
        unjudged += 1;
        const text = `fault of the suite: an exchange could not be judged (${String(error)})`;
        this.#tell({ kind: 'lines', text });
      }
    const recorded = this.#recording.count - count;
    const unmapped = this.#judge.unmapped - before;
    this.#tell({ kind: 'judged', bytes: bytes.length, recorded, unjudged, unmapped });
  }

  #takeOne(front: number, passed: Passed): void {
    const placed = this.#fronts[front]?.(wireRecordOf(passed));
    if (placed === undefined) throw new Error(`there is no front ${front}`);
    this.#news.add(this.#judge.takeFrom(placed.place, placed.raw));
  }

  async #end(): Promise<LiveEnd> {
    this.#news.flush();
    const ended = await this.#judge.end();
    this.#recording.finish();
    return ended;
  }
}

/** How news is told: as lines of a terminal, or as data. */
function wordingFor({ target, colours, asData = false }: LiveBeginning): (batch: Batch) => News {
  if (!asData) return (batch) => ({ kind: 'lines', text: linesOf(batch, colours) });
  const verdicts = new LiveVerdicts(target);
  return (batch) => ({ kind: 'told', told: verdicts.tell(batch) });
}
