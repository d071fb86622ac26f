import type { Output } from '../outcome/report';
import type { WaitEnd } from '../calls/wait';
import { describeWait, notDelivered } from './question';
import type { Question } from './steps';

const CANCELLED_PORT = 3;

/** Makes the output of a question from how it ended, and counts for the node's status. */
export class AskOutput {
  private answered = 0;
  private cancelled = 0;

  /** How many questions ended so. */
  get counts(): { answered: number; cancelled: number } {
    return { answered: this.answered, cancelled: this.cancelled };
  }

  /** @throws MessagingError if the question was not delivered */
  of({ job, wait }: Pick<Question, 'job' | 'wait'>, end: WaitEnd): Output {
    const { payload } = job.msg;
    const properties = { question: describeWait(wait, end), answer: undefined };
    switch (end.how) {
      case 'cancelled':
        this.cancelled += 1;
        return { payload, properties, port: CANCELLED_PORT, status: { look: 'ready', key: 'nothing' } };
      case 'timeUp':
        return { payload, properties, port: 1, status: { look: 'ready', key: 'noAnswer' } };
      case 'answered':
        this.answered += 1;
        return this.answer(end.value, { ...properties, answer: end.event });
      case 'reported':
        if (end.report.status === 'failed') throw notDelivered(end.report);
        this.answered += 1;
        return this.answer(end.report.status, { ...properties, answer: end.report });
    }
  }

  private answer(payload: string, properties: Output['properties']): Output {
    return { payload, properties, port: 0, status: { key: 'answered' } };
  }
}
