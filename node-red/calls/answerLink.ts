import { createHmac, randomBytes, timingSafeEqual } from 'crypto';

/** What belongs to the link in a question: whoever has it can answer. */
export interface AnswerLink {
  /** What the link is signed with. */
  key: string;
  /** The question without the link. */
  text: string;
}

/** An answer that was given on a page. Who gave it is not known. */
export interface PageAnswer {
  via: 'page';
  text: string;
  /** ISO 8601. */
  respondedAt: string;
}

/** The end of a link: the reference of the question (newReference), then its signature. */
const TOKEN = /^([\w-]{16})[\w-]{22}$/;
/** 128 bits: an SMS pays for every character. */
const SIGNATURE_BYTES = 16;
const KEY_BYTES = 32;

/** A key for the link of one question. It is stored with the question and goes nowhere else. */
export function newLinkKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** What stands at the end of the link to the page of a question. The reference alone is no secret: each button has it in its ID. */
export function linkToken(reference: string, key: string): string {
  const signature = createHmac('sha256', Buffer.from(key, 'base64url')).update(reference).digest();
  return reference + signature.subarray(0, SIGNATURE_BYTES).toString('base64url');
}

/** The question that a token names, whoever has made it. */
export function referenceIn(token: string): string | undefined {
  return TOKEN.exec(token)?.[1];
}

/** Whether a token was made with the key of its question; takes as long for any other token of this length. */
export function isSigned(token: string, reference: string, key: string): boolean {
  const [given, wanted] = [Buffer.from(token), Buffer.from(linkToken(reference, key))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
