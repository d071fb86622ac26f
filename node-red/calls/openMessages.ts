import { OpenQuestions, type Question } from '../../core/ask/answer';
import { withoutReference } from '../../core/ask/reference';
import { BoundedMap } from '../../core/boundedMap';
import { isAbout, sleep } from '../../core/client';
import type { DeliveryReport } from '../../core/plan';
import { REMEMBERED_EVENTS, type InboundEvent, type StatusEvent } from '../../core/receive';
import { storeOf } from '../journal/journals';
import type { Lasting } from '../service/lasting';
import { linkToken, type AnswerLink, type PageAnswer } from './answerLink';
import { RecentEvents } from './recentEvents';
import { NotRead } from './webServer';

/** How many reports are remembered whose message is not known yet: they can overtake the service's answer. */
const REMEMBERED_REPORTS = 1000;
/** How long a call waits until the journal is read. */
const READING_MS = 20_000;

/** What a message is that answers a question: an answer that starts no flow, or one that also starts flows. */
const ANSWERS = ['answer', 'answerForAll'] as const;

/** What an inbound message is to the open questions: an answer, or none, then or when it came before. */
export type ClaimOnMessage = (typeof ANSWERS)[number] | 'nothing' | 'repeated';

/** A question to a person, as the account knows it. */
export interface OpenQuestion extends Question {
  message: OpenMessage;
  target: number;
  /** It is on its way: whether it can be answered is known when it is known whether the person has it. */
  isSending: boolean;
  /** It was answered, or waits no longer, until that was passed on. */
  over?: 'answered' | 'ended' | undefined;
  link: AnswerLink | undefined;
  alsoTriggers: boolean;
}

/** A message in the outbox of the account, to which something can happen, whether a node works on it at the moment or not. */
export interface OpenMessage {
  /** Resolves when it is recorded, with whether it changes anything. */
  answered(
    target: number,
    answer: { value: string; event: InboundEvent | PageAnswer; claim?: string },
  ): Promise<boolean>;
  /** What the person writes does not fit. Resolves as `answered`. */
  misfit(target: number): Promise<boolean>;
  /**
   * Resolves when it is recorded.
   * @throws MessagingError `not_recorded`: the service is to call again
   */
  reported(report: DeliveryReport): Promise<void>;
}

/** The messages of an account to which something can still happen, from all nodes. Exists for as long as Node-RED runs. */
export class OpenMessages {
  private readonly questions = new Map<string, OpenQuestion>();
  /** Those that a person can answer. */
  private readonly open = new OpenQuestions<OpenQuestion>();
  private readonly byMessage = new Map<string, { message: OpenMessage; recipient: string | undefined }>();
  /** Resolves when those of an earlier run are known. Undefined until a node of the account sends. */
  recalled: Promise<void> | undefined;
  private readonly early = new BoundedMap<string, DeliveryReport>(REMEMBERED_REPORTS);
  /** Called when the question is no longer on its way. */
  private readonly whenSent = new Map<string, Array<() => void>>();
  /** What the latest messages were to the questions: one that comes again answers no other. */
  private readonly claims = new BoundedMap<string, Promise<ClaimOnMessage>>(REMEMBERED_EVENTS);
  /** The messages that have answered one, and the links of those that were answered, also in an earlier run. */
  readonly answers: RecentEvents;
  /** Whether the journal of the account is read. */
  private isRead = false;

  constructor(private readonly service: Lasting) {
    // The nodes say that the journal fails.
    this.answers = service.part(RecentEvents);
  }

  /** Enters a question as it is now. */
  enter(question: OpenQuestion): void {
    const { reference, isSending, over } = question;
    this.questions.set(reference, question);
    if (over === undefined) this.open.add(question);
    else this.open.remove(question);
    if (isSending) return;
    for (const resolve of this.whenSent.get(reference) ?? []) resolve();
    this.whenSent.delete(reference);
  }

  /** Tells a message of reports about what was sent for it, also of one that came before. */
  follow(messageId: string, message: OpenMessage, recipient: string | undefined): void {
    this.byMessage.set(messageId, { message, recipient });
    const early = this.early.get(messageId);
    // Its message writes it down with the service's answer.
    if (early !== undefined) void this.report(early).catch(() => undefined);
  }

  /** Call this when the outcome of a message was passed on. */
  forget(references: readonly string[], messageIds: readonly string[]): void {
    for (const reference of references) {
      const question = this.questions.get(reference);
      if (question === undefined) continue;
      const { over, link } = question;
      if (over === 'answered' && link !== undefined)
        void this.answers.once(answeredBy('link', linkToken(reference, link.key)));
      this.enter({ ...question, isSending: false, over: 'ended' });
      this.questions.delete(reference);
    }
    for (const messageId of messageIds) this.byMessage.delete(messageId);
  }

  /** The question with this reference, once those from an earlier run are known. */
  async find(reference: string): Promise<OpenQuestion | undefined> {
    await this.known();
    return this.questions.get(reference);
  }

  /** Whether the question of this link was answered, once its outcome was passed on. */
  async wasAnswered(token: string): Promise<boolean> {
    await this.known();
    return await this.answers.has(answeredBy('link', token));
  }

  /**
   * Ends a question with an answer that was given on its page. Resolves when its end is stored, with whether the question still waited.
   */
  async answer(reference: string, value: string, event: PageAnswer): Promise<boolean> {
    for (;;) {
      const question = this.questions.get(reference);
      if (question === undefined || question.over !== undefined) return false;
      if (!question.isSending) return question.message.answered(question.target, { value, event });
      await this.untilSent(reference);
    }
  }

  /** @throws NotRead while what an earlier run has stored is not known */
  private async known(): Promise<void> {
    if (!this.isRead) await this.untilRead();
    await this.recalled;
  }

  private async untilRead(): Promise<void> {
    const { read } = storeOf(this.service.RED, this.service.id);
    const late = sleep(READING_MS).then(() => Promise.reject(new Error('it takes too long')));
    late.catch(() => undefined);
    await Promise.race([read, late]).catch((error: unknown) => Promise.reject(new NotRead(error)));
    this.isRead = true;
  }

  private untilSent(reference: string): Promise<void> {
    return new Promise((resolve) => {
      this.whenSent.set(reference, [...(this.whenSent.get(reference) ?? []), resolve]);
    });
  }

  /**
   * Whether an inbound message answers a question, which then ends.
   * @throws NotRead while it is not known which questions are open
   */
  claim(event: InboundEvent, key: string): Promise<ClaimOnMessage> {
    const known = this.claims.get(key);
    if (known !== undefined) return known.then((claim) => (claim === 'nothing' ? 'repeated' : claim));
    const claim = this.match(event, key);
    this.claims.set(key, claim);
    claim.catch(() => this.claims.delete(key));
    return claim;
  }

  private async match(event: InboundEvent, key: string): Promise<ClaimOnMessage> {
    await this.known();
    for (const kind of ANSWERS) if (await this.answers.has(answeredBy(kind, key))) return kind;
    // What a flow had before, also in an earlier run, answers no question that came later.
    const had = await Promise.all(this.service.all(RecentEvents).map((recent) => recent.has(key)));
    if (had.includes(true)) return 'repeated';
    for (;;) {
      const match = this.open.match(event);
      if (match.kind === 'none') return 'nothing';
      const { message, target, reference, isSending, alsoTriggers } = match.question;
      if (isSending) {
        await this.untilSent(reference);
        continue;
      }
      const kind = match.kind === 'answer' && (alsoTriggers || match.forAll) ? 'answerForAll' : 'answer';
      const claim = answeredBy(kind, key);
      const isTaken =
        match.kind === 'misfit'
          ? message.misfit(target)
          : message.answered(target, { value: match.value, event: withoutReference(event), claim });
      if (!(await isTaken)) return 'nothing';
      await this.answers.once(claim);
      return kind;
    }
  }

  /**
   * Takes the report about a message. Resolves when it is recorded.
   * @throws as `claim`, and MessagingError `not_recorded`
   */
  async reported(event: StatusEvent): Promise<void> {
    await this.known();
    await this.report(event);
  }

  private async report(report: DeliveryReport): Promise<void> {
    const { messageId } = report;
    if (messageId === undefined || !report.final) return;
    const { message, recipient } = this.byMessage.get(messageId) ?? {};
    if (message !== undefined && !isAbout(report, { messageId, recipient })) return;
    if (message !== undefined) await message.reported(report);
    // What is delivered stays so, whatever is reported later.
    else if (this.early.get(messageId)?.status !== 'delivered') this.early.set(messageId, report);
  }
}

/** By what a message or a link that has answered a question is known when it comes again. */
function answeredBy(kind: 'link' | (typeof ANSWERS)[number], key: string): string {
  return `${kind} ${key}`;
}
