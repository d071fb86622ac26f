import type { NextFunction, Request, Response } from 'express';
import type { Node, NodeAPI } from 'node-red';

import { pageOf, readPageForm, type PageContent } from '../../core/ask/page';
import { languageOf, type Language } from '../../core/ask/pageTexts';
import { BoundedMap } from '../../core/boundedMap';
import { literalPattern } from '../../core/literalPattern';
import { isRecord } from '../../core/reading';
import type { Account } from '../service/account';
import { runtimeOf } from '../service/lasting';
import { pageLanguage } from '../settings/language';
import { ANSWER_PLACE, isRoutePath, TOKEN_LENGTH } from '../settings/routePath';
import { publicUrl } from './accountPaths';
import { isSigned, referenceIn } from './answerLink';
import { readBody } from './requestBody';
import type { OpenMessages, OpenQuestion } from './openMessages';
import { keyOf, Served, takesCallsAtAll, type RouteHost } from './served';

/** A form with the longest answer, each of whose characters takes up to 12 bytes. */
const MOST_BYTES = 64 * 1024;
/** How many answered questions are remembered: whoever opens such a link again learns that it was answered. */
const ANSWERED_REMEMBERED = 10_000;

/** The address of the page for a question, without its token; undefined if nobody can reach it. */
export function answerAddress(RED: NodeAPI, account: Account): string | undefined {
  return publicUrl(RED, account, `${account.setting.inboundPath}${ANSWER_PLACE}`);
}

/** Serves the pages for an account's questions until the node is closed. */
export function serveAnswerPages(RED: NodeAPI, node: Node, { setting }: Account, open: OpenMessages): void {
  if (!takesCallsAtAll(RED) || !isRoutePath(setting.inboundPath)) return;
  const pages = pagesBelow(RED, setting.inboundPath);
  const source = { open, language: pageLanguage(RED) };
  pages.sources.add(source);
  node.on('close', () => pages.sources.delete(source));
}

/** Where the questions are that a link can lead to. */
interface Source {
  open: OpenMessages;
  /** The language of the page, unless the browser prefers another one. */
  language: Language;
}

interface Found extends Source {
  question: OpenQuestion;
}

/**
 * The pages behind the links of questions. People open them from anywhere, so no address is checked: all that a call can do is to show the page of
 * the question that its link is signed for, and to answer it. To open a page answers nothing, because link previews and scanners open every link.
 */
class AnswerPages extends Served {
  readonly sources = new Set<Source>();
  /** Tokens that were right. */
  private readonly answered = new BoundedMap<string, true>(ANSWERED_REMEMBERED);

  /** Shows a page that says to try later; the log has the path without the token, which is a secret. */
  protected refuse(request: Request, response: Response): void {
    show(request, response, { kind: 'busy' });
  }

  protected async answer(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (this.sources.size === 0) return next();
    const token = String(request.params['0']);
    const found = await this.find(token);
    if (found === undefined) {
      const [{ language } = {}] = this.sources;
      const wasAnswered = this.answered.has(token);
      const kind = wasAnswered ? 'answered' : 'over';
      return show(request, response, { kind }, wasAnswered ? 200 : 404, language);
    }
    const { question, language } = found;
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return show(request, response, contentFor(question), 200, language);
      case 'POST': {
        const read = await readBody(request, MOST_BYTES);
        if (read.ok) return show(request, response, await this.take(token, found, read.body), 200, language);
        response.set('Connection', 'close');
        return show(request, response, { kind: 'busy' }, read.refused, language);
      }
      default:
        response.status(405).set('Allow', 'GET, HEAD, POST').end();
    }
  }

  /** The question whose link has this token. */
  private async find(token: string): Promise<Found | undefined> {
    const reference = referenceIn(token);
    if (reference === undefined) return undefined;
    for (const source of this.sources) {
      const question = await source.open.find(reference);
      const key = question?.link?.key;
      if (question !== undefined && key !== undefined && isSigned(token, reference, key))
        return { ...source, question };
    }
    return undefined;
  }

  /** Takes what a person has sent with the page; returns what the page shows then. */
  private async take(token: string, { question, open }: Found, body: unknown): Promise<PageContent> {
    const content = contentFor(question, true);
    if (content.kind !== 'choices' && content.kind !== 'text') return content;
    const { text, choice } = readPageForm(formIn(body));
    const chosen = content.kind === 'choices' ? choicesOf(question)[choice ?? -1] : undefined;
    const value = content.kind === 'choices' ? chosen?.value : text;
    if (value === undefined || value === '') return content;
    const isTaken = await open.answer(question.reference, value, {
      via: 'page',
      text: chosen?.label ?? value,
      respondedAt: new Date().toISOString(),
    });
    if (!isTaken) return contentFor({ ...question, over: 'ended' });
    this.answered.set(token, true);
    return chosen === undefined ? { kind: 'thanks' } : { kind: 'thanks', chosen: chosen.label };
  }
}

/** @param empty whether the person has sent no answer */
function contentFor(question: OpenQuestion, empty = false): PageContent {
  const { over, expects, link, sender: from, until } = question;
  if (over === 'answered') return { kind: 'answered' };
  if (over !== undefined || link === undefined || until <= Date.now()) return { kind: 'over' };
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

function show(
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

/** The pages below a path. The token is case-sensitive, and its length is fixed. */
function pagesBelow(host: RouteHost, path: string): AnswerPages {
  const key = keyOf(path);
  const pattern = `^${literalPattern(key + ANSWER_PLACE)}([\\w-]{${TOKEN_LENGTH}})$`;
  return runtimeOf(host).of('pages').of(key).part(AnswerPages).on(host, pattern);
}
