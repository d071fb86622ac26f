import type { Wait, WaitEnd } from '../calls/wait';
import type { Output } from '../outcome/report';
import { describeWait, notDelivered } from './question';
import type { Job } from '../work/job';

const CANCELLED_PORT = 3;

/** Makes the output of a question from how it ended, and counts for the node's status. */
export class AskOutput {
  readonly counts = { answered: 0, cancelled: 0 };

  /** @throws MessagingError if the question was not delivered */
  of({ job, wait }: { job: Job; wait: Wait }, end: WaitEnd): Output {
    const { payload } = job.msg;
    const question = describeWait(wait, end);
    const properties = { question, answer: undefined };
    switch (end.how) {
      case 'cancelled':
        this.counts.cancelled += 1;
        return { payload, properties, port: CANCELLED_PORT, status: { look: 'ready', key: 'nothing' } };
      case 'timeUp':
        return { payload, properties, port: 1, status: { look: 'ready', key: 'noAnswer' } };
      case 'answered':
        return this.answered(end.value, { question, answer: end.event });
      case 'reported':
        if (end.report.status === 'failed') throw notDelivered(end.report);
        return this.answered(end.report.status, { question, answer: end.report });
    }
  }

  private answered(payload: string, properties: Output['properties']): Output {
    this.counts.answered += 1;
    return { payload, properties, port: 0, status: { key: 'answered' } };
  }
}
