import type { AnySchemaObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { addCrossFieldRules } from './crossFieldRules';
import { isDateTime, isSendDate } from './dates';
import { schemas, type Schema } from './description';
import { fieldNamesOf } from './fieldNames';
import { once } from './once';
import { problemsOf, type Problem } from './problems';
import type { Message, MessageListRequest, MessageRequest } from './wire';

/** What `openapi.yaml` says about a request: the request with the described field names, or all that is wrong with it. */
export type Verdict<Request> = { ok: true; request: Request } | { ok: false; problems: Problem[] };

const validator = once(() => {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    strictTypes: false,
  });
  addFormats(ajv, ['date', 'int32', 'double']);
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('send-date', isSendDate);
  ajv.addKeyword('x-message');
  addCrossFieldRules(ajv);
  return ajv.addSchema({ $id: 'service', $defs: forValidator(schemas()) });
});

/** Judges the body of a single send (chapter 2.1). */
export const judgeMessageRequest = judgeBy<MessageRequest>(() => ({
  $ref: '#/components/schemas/MessageRequest',
}));

/** Judges one message of a batch (chapter 2.2). */
export const judgeMessage = judgeBy<Message>(() => ({ $ref: '#/components/schemas/Message' }));

/** Judges the body of a batch (chapter 2.2), all its messages included. */
export const judgeMessageListRequest = judgeBy<MessageListRequest>(() => ({
  $ref: '#/components/schemas/MessageListRequest',
}));

/** Judges the body of a batch but for what stands in its messages: each of them gets a result of its own. */
export const judgeMessageListEnvelope = judgeBy<
  Omit<MessageListRequest, 'messages'> & { messages: unknown[] }
>(() => {
  const { MessageListRequest } = schemas();
  const messages: Schema = { type: 'array', minItems: 1 };
  return { ...MessageListRequest, properties: { ...MessageListRequest?.properties, messages } };
});

/**
 * Judges a request by the description alone, without the state of the account (known media, people, balance).
 * @param kind `message` for a single send, `batch` for a batch: one invalid message makes the batch not ok here.
 */
export function judgeRequest(
  kind: 'message' | 'batch',
  body: unknown,
): { ok: true } | { ok: false; problems: Problem[] } {
  const verdict = kind === 'message' ? judgeMessageRequest(body) : judgeMessageListRequest(body);
  return verdict.ok ? { ok: true } : verdict;
}

function judgeBy<Request>(schema: () => Schema): (body: unknown) => Verdict<Request> {
  const named = once(() => fieldNamesOf(schema()));
  const validated = once((): ValidateFunction<Request> =>
    validator().compile<Request>(forValidator(schema())),
  );
  return (body) => {
    const request = named()(body);
    const validate = validated();
    return validate(request)
      ? { ok: true, request }
      : { ok: false, problems: problemsOf(validate.errors ?? []) };
  };
}

/** References of an OpenAPI description, as references of the JSON Schema that the validator knows. */
function forValidator(part: object): AnySchemaObject {
  return JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', 'service#/$defs/'));
}
