import type { MockOperation, MockReply, SeamOverrides } from '../../support/mock/seams';
import type { IrregularSubject, Stage, StartStage } from '../mutant';
import { irregular } from '../mutant';
import { stageRelay } from '../relay';
import { editReplies, editAllReplies } from '../replies';
import { hangingMs, stageLimits, stageMock, withSeams } from '../stage';

/** What a middlebox says in the place of a service. */
const badGateway: MockReply = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><h1>502 Bad Gateway</h1></html>',
};

/** Counts from 1; whether it is the turn of each answer of that number and its multiples. */
function everyTurn(turn: number): () => boolean {
  let answers = 0;
  return () => {
    answers += 1;
    return answers % turn === 0;
  };
}

function everyOf(operation: MockOperation, turn: number) {
  return (): SeamOverrides => {
    const isTurn = everyTurn(turn);
    return editReplies(operation, (reply) => (isTurn() ? badGateway : reply));
  };
}

/** The first answer comes too late, and the others at once. */
async function slowAtFirst(): Promise<Stage> {
  let answers = 0;
  const seams = editReplies('session.create', async (reply) => {
    answers += 1;
    if (answers === 1) await new Promise((resolve) => setTimeout(resolve, 2 * hangingMs));
    return reply;
  });
  const stage = await stageMock({ seams });
  return { ...stage, target: { ...stage.target, limits: { ...stageLimits, timeoutMs: hangingMs } } };
}

/** The first right answer at each of these paths does not come. */
function firstReset(isAt: (path: string) => boolean): StartStage {
  return () => {
    const cut = new Set<string>();
    return stageRelay({
      cuts: (path, status) => {
        if (status >= 300 || cut.has(path) || !isAt(path)) return false;
        cut.add(path);
        return true;
      },
    });
  };
}

export const irregularServices: readonly IrregularSubject[] = [
  irregular(
    'odd-502-session',
    ['SES-05'],
    'Every second session is answered by a middlebox.',
    withSeams(everyOf('session.create', 2)),
  ),
  irregular(
    'odd-502-registry-certificate',
    ['CRT-02'],
    'Every second certificate of the registry is answered by a middlebox.',
    withSeams(everyOf('certificate.registry', 2)),
  ),
  irregular(
    'odd-502-everywhere',
    [],
    'Every second session, and every fifth of the other answers, is that of a middlebox.',
    withSeams(() => {
      const [isTurn, isTurnOfSession] = [everyTurn(5), everyTurn(2)];
      const met = new Set<string>();
      return editAllReplies((reply, { path }) => {
        // A session is asked for again: without such a witness, what is sent once would stay failed.
        if (path.endsWith('/sessions')) return reply.status === 200 && isTurnOfSession() ? badGateway : reply;
        // And so would what is sent once and fails twice.
        if (!isTurn() || met.has(path)) return reply;
        met.add(path);
        return badGateway;
      });
    }),
  ),
  irregular(
    'reset-otp',
    ['OTP-03'],
    'The registry takes a right OTP, and the connection breaks.',
    firstReset((path) => path.endsWith('/verifyOTP')),
  ),
  irregular(
    'reset-trigger',
    ['DPY-08'],
    'The dummy payer takes a trigger, and the connection breaks.',
    firstReset((path) => path.endsWith('/process/request')),
  ),
  irregular(
    'reset-submission',
    [],
    'The payer takes a submission, and the connection breaks.',
    firstReset((path) => path.endsWith('/preauth/submit')),
  ),
  irregular(
    'reset-everywhere',
    [],
    'At each path the first right answer is cut off.',
    firstReset(() => true),
  ),
  irregular('first-session-slow', ['SES-05'], 'A service is slow while it warms up.', slowAtFirst),
];
