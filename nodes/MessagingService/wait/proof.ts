import { createHash, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../../../core/reading';
import type { HandedAnswer } from './answers';
import { nameOfQuestion } from './reference';

/**
 * The proof that an answer was handed on by this n8n. Whoever has the reference of a button can call the waiting execution, and could say
 * that anybody has tapped it. So n8n signs the answer, with the secret by which it signs its URLs, and which all its processes share.
 */
export type Prove = (url: URL, answer: HandedAnswer) => string | undefined;

/** In a signed URL that nobody calls, names what is proven. */
const PROVEN = 'handedOn';
/** How long a proof holds: longer than an answer is handed on, and the clocks of n8n's processes may differ. */
const HOLDS_MS = 5 * 60_000;

/** Proofs by a trigger, for the executions that wait in this n8n; undefined where this n8n cannot sign for them. */
export function proofsBy(trigger: object): Prove {
  return (url, answer) => {
    const [execution = '', node = ''] = url.pathname.split('/').slice(-2);
    try {
      const signed = signedFor(trigger, execution, decodeURIComponent(node), {
        [PROVEN]: digestOf(url.searchParams, answer),
      });
      return signed === undefined ? undefined : signatureOf(signed);
    } catch {
      return undefined; // without a proof, the waiting node refuses the answer
    }
  };
}

/** Whether this n8n has handed on this answer to this question, just now. */
export function isProven(
  waiting: Pick<IWebhookFunctions, 'getSignedResumeUrl'>,
  query: unknown,
  { proof, ...answer }: HandedAnswer & { proof?: string | undefined },
): boolean {
  if (proof === undefined || !(Math.abs(Date.now() - answer.at) < HOLDS_MS)) return false;
  const named = isRecord(query) ? new URLSearchParams(Object.entries(query).map(pairOf)) : undefined;
  if (named === undefined) return false;
  const expected = signatureOf(waiting.getSignedResumeUrl({ [PROVEN]: digestOf(named, answer) }));
  const [given, wanted] = [Buffer.from(proof), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const pairOf = ([name, value]: [string, unknown]) => [name, String(value)];

/** n8n signs only URLs of the execution and node that ask for it, so a trigger asks in the place of the waiting node. */
function signedFor(
  trigger: object,
  execution: string,
  node: string,
  query: Record<string, string>,
): string | undefined {
  if (!canSign(trigger)) return undefined;
  const inItsPlace: Signer = Object.create(trigger, {
    additionalData: { value: { ...trigger.additionalData, executionId: execution } },
    node: { value: { id: node } },
  });
  return inItsPlace.getSignedResumeUrl(query);
}

interface Signer {
  additionalData: Record<string, unknown>;
  getSignedResumeUrl(query: Record<string, string>): string;
}

/** n8n's functions have both, although their type does not say so. */
function canSign(functions: object): functions is Signer {
  return (
    'additionalData' in functions &&
    isRecord(functions.additionalData) &&
    'getSignedResumeUrl' in functions &&
    typeof functions.getSignedResumeUrl === 'function'
  );
}

function signatureOf(signedUrl: string): string {
  return new URL(signedUrl).searchParams.get('signature') ?? '';
}

/** Everything that a proof stands for. n8n's signature adds execution and node. */
function digestOf(query: URLSearchParams, answer: HandedAnswer): string {
  const { id, at, by, channel, to, text, messageId, choice } = answer;
  const facts = [nameOfQuestion(query), id, at, by, channel, to, text, messageId, choice];
  return createHash('sha256')
    .update(JSON.stringify(facts.map((fact) => fact ?? null)))
    .digest('hex');
}
