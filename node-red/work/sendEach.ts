import { attempt, failed, resultOf, type Result } from '../../core/client';
import { outgoing, resultOfOutgoing } from '../../core/steps';
import { withUploadedFile } from '../message/preparedMessage';
import { callOf, type NodeOutgoing } from './inTurn';

/** The upload and the call of messages that go out one by one. */
export const sendEach = {
  upload: async (messages: readonly NodeOutgoing[]): Promise<void> => {
    await Promise.all(messages.map(upload));
  },
  send: async (messages: readonly NodeOutgoing[]): Promise<void> => {
    await Promise.all(messages.map(send));
  },
};

async function upload(message: NodeOutgoing): Promise<void> {
  const { request, file } = message;
  if (file === undefined) return;
  const { client, options } = callOf(message);
  const uploaded = await attempt(() => withUploadedFile(client, request, file, options));
  if (uploaded.ok) message.uploaded = uploaded.value;
  else message.result = failed(uploaded.error);
}

async function send(message: NodeOutgoing): Promise<void> {
  const { request, uploaded = request, notes } = message;
  const { client, options } = callOf(message);
  const result = await resultOf(async () => client.send(await outgoing(uploaded, message), options));
  message.result = withNotes(resultOfOutgoing(result, message), notes);
}

/** A result with what a person should know about the message. */
export function withNotes<R extends Result>(result: R, notes: readonly string[] = []): R {
  return notes.length === 0 || result.outcome !== 'accepted' ? result : { ...result, notes: [...notes] };
}
