import type { Request, Response } from 'express';
import type { NodeAPI } from 'node-red';

import { pageOf, readPageForm, type PageContent } from '../../core/ask/page';
import { languageOf, type Language } from '../../core/ask/pageTexts';
import type { BoundedMap } from '../../core/boundedMap';
import { isRecord } from '../../core/reading';
import { steadyNow } from '../service/clock';
import { pageLanguage } from '../settings/language';
import { isSigned, referenceIn } from './answerLink';
import type { OpenMessages, OpenQuestion } from './openMessages';
import { readBody } from './requestBody';

/** A form with the longest answer, each of whose characters takes up to 12 bytes. */
const MOST_BYTES = 64 * 1024;

/** What the pages of an account know. */
export interface Pages {
  RED: NodeAPI;
  questions: OpenMessages;
  /** Tokens that were right, and whose questions were answered. */
  answered: BoundedMap<string, true>;
}

/**
 * Answers a call to the page behind the link of a question. People open it from anywhere, so no address is checked: all that a call can do is to show
 * the page of the question that its link is signed for, and to answer it. To open a page answers nothing, because link previews and scanners open
 * every link.
 */
export async function answerPage(
  { RED, questions, answered }: Pages,
  token: string,
  request: Request,
  response: Response,
): Promise<void> {
  const language = pageLanguage(RED);
  const show = (content: PageContent, status = 200) => showPage(request, response, content, status, language);
  const question = await find(questions, token);
  if (question === undefined)
    return answered.has(token) ? show({ kind: 'answered' }) : show({ kind: 'over' }, 404);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return show(contentFor(question));
    case 'POST': {
      const read = await readBody(request, MOST_BYTES);
      if (!read.ok) {
        response.set('Connection', 'close');
        return show({ kind: 'busy' }, read.refused);
      }
      const content = await take(questions, question, read.body);
      if (content.kind === 'thanks') answered.set(token, true);
      return show(content);
    }
    default:
      response.status(405).set('Allow', 'GET, HEAD, POST').end();
  }
}

/** The question whose link has this token. */
async function find(questions: OpenMessages, token: string): Promise<OpenQuestion | undefined> {
  const reference = referenceIn(token);
  const question = reference === undefined ? undefined : await questions.find(reference);
  const key = question?.link?.key;
  return question && key && isSigned(token, question.reference, key) ? question : undefined;
}

/** Takes what a person has sent with the page; returns what the page shows then. */
async function take(questions: OpenMessages, question: OpenQuestion, body: unknown): Promise<PageContent> {
  const content = contentFor(question, true);
  if (content.kind !== 'choices' && content.kind !== 'text') return content;
  const { text, choice } = readPageForm(formIn(body));
  const chosen = content.kind === 'choices' ? choicesOf(question)[choice ?? -1] : undefined;
  const value = content.kind === 'choices' ? chosen?.value : text;
  if (value === undefined || value === '') return content;
  const isTaken = await questions.answer(question.reference, value, {
    via: 'page',
    text: chosen?.label ?? value,
    respondedAt: new Date().toISOString(),
  });
  if (!isTaken) return contentFor({ ...question, over: 'ended' });
  return chosen === undefined ? { kind: 'thanks' } : { kind: 'thanks', chosen: chosen.label };
}

/** @param empty whether the person has sent no answer */
function contentFor(question: OpenQuestion, empty = false): PageContent {
  const { over, expects, link, sender: from, until } = question;
  if (over === 'answered') return { kind: 'answered' };
  if (over !== undefined || link === undefined || until <= steadyNow()) return { kind: 'over' };
  const { text } = link;
  return expects.kind === 'choice'
    ? { kind: 'choices', from, text, choices: choicesOf(question) }
    : { kind: 'text', from, text, empty };
}

function choicesOf({ expects }: OpenQuestion): Array<{ value: string; label: string }> {
  const words = expects.kind === 'choice' ? expects.words : [];
  return [
    ...expects.options.map(({ value, title }) => ({ value, label: title === '' ? value : title })),
    ...words.map((word) => ({ value: word, label: word })),
  ];
}

/** A form as a browser sends it; a middleware may have read it already. */
function formIn(body: unknown): unknown {
  return isRecord(body) ? body : Object.fromEntries(new URLSearchParams(String(body)));
}

/** @param status - if it is not that of the content */
export function showPage(
  request: Request,
  response: Response,
  content: PageContent,
  status?: number,
  usual?: Language,
): void {
  const page = pageOf(content, languageOf(request.headers['accept-language'], usual));
  response
    .status(status ?? page.status)
    .set(page.headers)
    .send(page.html);
}
