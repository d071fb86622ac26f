import { json } from 'node:stream/consumers';
import { z } from 'zod/v4';
import { serve } from '../../network/listening';

/**
 * A model with an OpenAI-compatible API that calls its first tool, and then reports the result. Without a tool, it says all that it was
 * told so far.
 */
export interface ScriptedModel {
  readonly url: string;
  /** The results of its calls, as the agent passed them to the model. */
  readonly toolAnswers: string[];
  close(): Promise<void>;
}

const request = z.looseObject({
  stream: z.boolean().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
});

/** @param calls - the arguments of each call to the tool; the model makes all of them at once */
export async function startScriptedModel(...calls: object[]): Promise<ScriptedModel> {
  const toolAnswers: string[] = [];
  const { url, close } = await serve(async (call, response) => {
    const { messages, tools = [], stream } = request.parse(await json(call));
    const last = messages.at(-1);
    const told = messages.filter(({ role }) => role === 'tool');
    toolAnswers.push(...told.map(({ content }) => JSON.stringify(content)));
    const name = tools[0]?.function.name ?? '';
    const callsTool = last?.role !== 'tool' && tools.length > 0;
    const heard = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    const said =
      last?.role === 'tool'
        ? `The tool said: ${JSON.stringify(last.content)}`
        : `You said: ${heard.join(' / ')}`;
    const message = callsTool
      ? {
          role: 'assistant',
          content: null,
          tool_calls: calls.map((args, index) => ({
            id: `call_${index + 1}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          })),
        }
      : { role: 'assistant', content: said };
    const reason = callsTool ? 'tool_calls' : 'stop';
    const head = { id: 'chat-1', created: 1, model: 'scripted' };
    if (stream === true) {
      const delta =
        'tool_calls' in message
          ? { ...message, tool_calls: message.tool_calls?.map((each, index) => ({ ...each, index })) }
          : message;
      const chunk = { ...head, object: 'chat.completion.chunk' };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const choice of [
        { index: 0, delta, finish_reason: null },
        { index: 0, delta: {}, finish_reason: reason },
      ]) {
        response.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`);
      }
      response.end('data: [DONE]\n\n');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: reason }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  return { url: `${url}/v1`, toolAnswers, close };
}
