import type { InboundRequest } from '../control/schemas';
import type { Settings } from '../options';
import type { Content } from '../phone/content/shapes';
import type { SandboxMessage } from '../state/messages';
import type { Push } from '../state/pushes';
import type { Template } from '../state/templates';

/** A message as the sandbox shows it. */
export interface SeenMessage extends Omit<SandboxMessage, 'content'> {
  content: Content;
}

/** The part of the sandbox's test API that a rehearsal needs, over HTTP: in a browser and on the command line alike. */
export class Control {
  /** @param url Base address of the sandbox; empty in its own page. */
  constructor(private readonly url: string) {}

  /** The newest messages, oldest first. */
  async messages(): Promise<SeenMessage[]> {
    return await this.call('GET', 'messages');
  }

  /** Waits until another message is accepted, or for the time. */
  async nextMessage(after: number, milliseconds: number): Promise<void> {
    await this.call('GET', `messages/next?after=${after}&timeout=${Math.ceil(milliseconds)}`);
  }

  async overview(): Promise<{ templates: Template[]; settings: Settings }> {
    return await this.call('GET', 'overview?messages=0&others=0');
  }

  async receive(request: InboundRequest): Promise<{ push?: Push }> {
    return await this.call('POST', 'inbound', request);
  }

  async change(settings: Partial<Settings>): Promise<void> {
    await this.call('PUT', 'settings', settings);
  }

  async advance(milliseconds: number): Promise<void> {
    await this.call('POST', 'clock', { advance: milliseconds });
  }

  private async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${this.url}/sandbox/${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    const result = text === '' ? undefined : JSON.parse(text);
    if (!answer.ok) throw new Error(result?.error ?? `The sandbox answered ${answer.status}.`);
    return result;
  }
}
