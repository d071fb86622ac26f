import type { Request, Response } from 'express';
import type { NodeAPI } from 'node-red';

import { contentOf, pageOf, type PageContent, type PageQuestion } from '../../core/ask/page';
import { languageOf, type Language } from '../../core/ask/pageTexts';
import { steadyNow } from '../../core/clock';
import { pageLanguage } from '../settings/language';
import { isSigned, referenceIn } from './answerLink';
import type { OpenMessages, OpenQuestion } from './openMessages';
import { readBody } from './requestBody';

/** A form with the longest answer, each of whose characters takes up to 12 bytes. */
const MOST_BYTES = 64 * 1024;

/**
 * Answers a call to the page behind the link of a question. People open it from anywhere, so no address is checked: all that a call can do is to show
 * the page of the question that its link is signed for, and to answer it.
 */
export async function answerPage(
  RED: NodeAPI,
  questions: OpenMessages,
  token: string,
  request: Request,
  response: Response,
): Promise<void> {
  const show = (content: PageContent, status?: number) =>
    showPage(request, response, content, status, pageLanguage(RED));
  const page = await pageFor(questions, token);
  if (page === undefined) return show(await contentOf(page), 404);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return show(await contentOf(page));
    case 'POST': {
      const read = await readBody(request, MOST_BYTES);
      if (read.ok) return show(await contentOf(page, read.body));
      response.set('Connection', 'close');
      return show({ kind: 'busy' }, read.refused);
    }
    default:
      response.status(405).set('Allow', 'GET, HEAD, POST').end();
  }
}

/** What the page of the question shows and takes whose link has this token. */
async function pageFor(questions: OpenMessages, token: string): Promise<PageQuestion | undefined> {
  const reference = referenceIn(token);
  const question = reference === undefined ? undefined : await questions.find(reference);
  const { link } = question ?? {};
  if (question === undefined || link === undefined || !isSigned(token, question.reference, link.key))
    return (await questions.wasAnswered(token)) ? ANSWERED : undefined;
  const choices = question.expects.kind === 'choice' ? choicesOf(question) : undefined;
  return {
    ...{ closed: closedBy(question), from: question.sender, text: link.text, choices },
    take: async (entered) => {
      const text = 'text' in entered ? entered.text : (choices?.[entered.choice]?.label ?? '');
      const value = 'text' in entered ? text : (choices?.[entered.choice]?.value ?? '');
      const given = { via: 'page', text, respondedAt: new Date().toISOString() } as const;
      if (await questions.answer(question.reference, value, given)) return 'recorded';
      // Another answer was faster, or the question was taken back.
      const closed = (await pageFor(questions, token))?.closed;
      return closed === 'answered' ? 'answered' : 'over';
    },
  };
}

/** Of a question of which nothing is left but that it was answered. */
const ANSWERED: PageQuestion = {
  ...{ closed: 'answered', from: '', text: '', choices: undefined },
  take: async () => 'answered',
};

function closedBy({ over, until }: OpenQuestion): PageQuestion['closed'] {
  if (over === 'answered') return 'answered';
  return over !== undefined || until <= steadyNow() ? 'over' : undefined;
}

function choicesOf({ expects }: OpenQuestion): Array<{ value: string; label: string }> {
  const words = expects.kind === 'choice' ? expects.words : [];
  return [
    ...expects.options.map(({ value, title }) => ({ value, label: title === '' ? value : title })),
    ...words.map((word) => ({ value: word, label: word })),
  ];
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
