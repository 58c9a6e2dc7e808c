import * as fc from 'fast-check';
import { checkContract } from '../check-contract.ts';
import type { TestApi } from '../create-test-api.ts';
import { validBodies } from '../valid-bodies.ts';
import { type ActorName, createActors } from './actors.ts';
import { type HostileRequest, type HostileTargets, hostileRequest } from './hostile-request.ts';
import { sendHostileRequest } from './send-hostile-request.ts';

export interface HostileOutcome {
  /** How often each status was answered. */
  statuses: Map<number | null, number>;
  /** What was answered with a server error or against the contract, and the request. */
  faults: string[];
}

/** Requests after which time moves on by a minute, and an actor without a session gets a new one. */
const ROUND = 100;
const AT_ONCE = 16;
/** So that runs of two seeds share no round. */
const SEEDS_APART = 1_000_003;

/** Sends `count` requests that follow from `seed`, some at the same time, and gathers what no answer may be. */
export async function runHostileRequests(
  api: TestApi,
  { seed, count, bystander }: { seed: number; count: number } & Pick<HostileTargets, 'bystander'>,
): Promise<HostileOutcome> {
  const outcome: HostileOutcome = { statuses: new Map(), faults: [] };
  const renewActors = createActors(api);
  for (let sent = 0; sent < count; sent += ROUND) {
    const actors = await renewActors();
    const bodies = {} as HostileTargets['bodies'];
    await Promise.all(
      Object.entries(actors).map(async ([name, { participantId }]) => {
        bodies[name as ActorName] = await validBodies(api, participantId);
      }),
    );
    const ids = Object.values(actors).map(({ participantId }) => participantId);
    const round = { seed: seed * SEEDS_APART + sent, numRuns: Math.min(ROUND, count - sent) };
    const requests = fc.sample(hostileRequest({ bodies, bystander, ids }), round);
    const waiting = requests.entries();
    const sendNext = async () => {
      for (const [index, request] of waiting) {
        const answer = await sendHostileRequest(api.origin, actors[request.actor].browser.cookies, request);
        outcome.statuses.set(answer.status, (outcome.statuses.get(answer.status) ?? 0) + 1);
        const fault = findFault(request, answer);
        if (fault) outcome.faults.push(describe(sent + index, request, fault));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
    api.clock.advance(60_000);
  }
  return outcome;
}

function findFault(
  { method, path }: HostileRequest,
  { status, type, text }: Awaited<ReturnType<typeof sendHostileRequest>>,
): string | null {
  if (status === null) return null;
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (method === 'HEAD') return null;
  try {
    checkContract(method, path, status, type.includes('json') ? JSON.parse(text) : undefined);
    return null;
  } catch (error) {
    return `${status} against the contract: ${(error as Error).message}`;
  }
}

/** The request as it can be sent again. */
const describe = (number: number, { actor, body, ...request }: HostileRequest, fault: string): string =>
  `request ${number}, ${actor}: ${JSON.stringify(request)}
  body: ${body === undefined ? 'none' : JSON.stringify(body.toString('latin1').slice(0, 2_000))}
  answer: ${fault}`;
