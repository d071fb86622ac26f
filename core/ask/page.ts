import { createHash } from 'crypto';

import { asText, isRecord } from '../reading';
import { texts, type Language, type PageTexts } from './pageTexts';

/** What a person can choose. */
export interface PageChoice {
  label: string;
  description?: string;
  /** Shown less prominently than the others. */
  declines?: boolean;
}

/** What the page behind the link of a question shows. */
export type PageContent =
  | { kind: 'choices'; from: string; text: string; choices: readonly PageChoice[] }
  | { kind: 'text'; from: string; text: string; empty: boolean }
  | { kind: 'thanks'; chosen: string | undefined }
  | { kind: 'answered' | 'over' | 'chat' | 'busy' };

/** The index of a choice, or a text. */
type Entered = { choice: number } | { text: string };

/** A question, as its page knows it. */
export interface PageQuestion {
  /** Why the page takes no answer; undefined if it takes one. */
  closed: 'answered' | 'over' | 'chat' | undefined;
  from: string;
  text: string;
  /** Undefined for a question that is answered by a text. */
  choices: readonly PageChoice[] | undefined;
  /** Takes an answer; returns what has come of it. */
  take(entered: Entered): Promise<'recorded' | 'answered' | 'over' | 'busy'>;
}

export interface Page {
  status: number;
  headers: Record<string, string>;
  html: string;
}

/** The longest answer that the page accepts. */
const LONGEST_ANSWER = 5000;

/**
 * What the page shows. To open it answers nothing, because link previews and scanners open every link.
 * @param question undefined if none has this link any more
 * @param form as a browser sends it, or as it was read already; undefined if the page is only opened
 */
export async function contentOf(question: PageQuestion | undefined, form?: unknown): Promise<PageContent> {
  if (question === undefined) return { kind: 'over' };
  const { closed, from, text, choices } = question;
  if (closed !== undefined) return { kind: closed };
  const entered = form === undefined ? undefined : enteredIn(form, choices);
  if (entered === undefined)
    return choices === undefined
      ? { kind: 'text', from, text, empty: form !== undefined }
      : { kind: 'choices', from, text, choices };
  const became = await question.take(entered);
  if (became !== 'recorded') return { kind: became };
  return { kind: 'thanks', chosen: 'choice' in entered ? choices?.[entered.choice]?.label : undefined };
}

/** Undefined if it is no answer. */
function enteredIn(form: unknown, choices: PageQuestion['choices']): Entered | undefined {
  const given = isRecord(form) ? form : Object.fromEntries(new URLSearchParams(String(form)));
  if (choices === undefined) {
    const text = asText(given['text'])?.trim().slice(0, LONGEST_ANSWER);
    return text ? { text } : undefined;
  }
  const choice = asText(given['choice']) ?? '';
  return /^\d{1,2}$/.test(choice) && Number(choice) in choices ? { choice: Number(choice) } : undefined;
}

/** The page on which a person answers: HTML that needs no script and loads nothing. */
export function pageOf(content: PageContent, language: Language): Page {
  const said = texts[language];
  const html = `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${said.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${bodyOf(content, language)}
</main>
</body>
</html>
`;
  return { status: content.kind === 'busy' ? 503 : 200, headers: headers(), html };
}

function bodyOf(content: PageContent, language: Language): string {
  const said = texts[language];
  switch (content.kind) {
    case 'choices':
      return `<h1>${said.title}</h1>
${messageOf(content, said)}
<form method="post">
${content.choices.map(buttonOf).join('\n')}
</form>`;
    case 'text':
      return `<h1>${said.title}</h1>
${messageOf(content, said)}
<form method="post">
<label for="text">${said.answer}</label>
<textarea id="text" name="text" rows="5" maxlength="${LONGEST_ANSWER}" required${content.empty ? ' aria-invalid="true" aria-describedby="problem"' : ''}></textarea>
${content.empty ? `<p id="problem" class="problem" role="alert">${said.empty}</p>\n` : ''}<button type="submit">${said.send}</button>
</form>`;
    case 'thanks':
      return `<h1>${said.thanks}</h1>
${content.chosen === undefined ? '' : `<p>${said.chosen} <strong>${escaped(content.chosen)}</strong></p>\n`}<p>${said.close}</p>`;
    default:
      return `<h1>${said[content.kind]}</h1>${content.kind === 'busy' ? '' : `\n<p>${said.close}</p>`}`;
  }
}

/** The language of the message is unknown: it is whatever its author chose. */
function messageOf({ from, text }: { from: string; text: string }, said: PageTexts): string {
  // A number is sent as 00…, and read as +….
  const sender = escaped(from.replace(/^00(?=\d+$)/, '+'));
  return `<p>${said.from} <strong>${sender}</strong></p>
<p class="message" lang="">${escaped(text)}</p>`;
}

function buttonOf({ label, description, declines }: PageChoice, index: number): string {
  const more = description === undefined ? '' : `<small>${escaped(description)}</small>`;
  return `<button type="submit" name="choice" value="${index}"${declines === true ? ' class="other"' : ''} lang="">${escaped(label)}${more}</button>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f7; --paper: #fff; --ink: #1b1f24; --line: #8a929c; --accent: #0b5cad; --on-accent: #fff; --problem: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --paper: #1f2327; --ink: #f0f2f4; --line: #8a929c; --accent: #8cc2ff; --on-accent: #0b1a2b; --problem: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem 1.25rem; min-height: 100vh; background: var(--paper); }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; }
.message { margin: 0 0 1.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; }
label { font-weight: 600; }
textarea { width: 100%; padding: 0.75rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 0.5rem; }
button { min-height: 3rem; padding: 0.75rem 1rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 0.5rem; cursor: pointer; overflow-wrap: anywhere; }
.other { color: var(--accent); background: none; border: 2px solid var(--accent); }
button small { display: block; font-weight: 400; font-size: 0.875rem; }
button:focus-visible, textarea:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { margin: 0; color: var(--problem); }
`;

/** Made for each page: the hash would slow down the start, and most flows show no page. */
function headers(): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(STYLE, 'utf8').digest('base64')}'`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'Accept-Language',
  };
}
