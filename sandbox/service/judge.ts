import type { AnySchemaObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { addCrossFieldRules } from './crossFieldRules';
import { isRfc3339DateTime, isSendDate } from './dates';
import { schemas, type Schema } from './description';
import { fieldNameRewriter } from './fieldNames';
import { once } from './once';
import { toProblems, type RequestProblem } from './problems';
import type { Message, MessageListRequest, MessageRequest } from './wire';

/**
 * The result of checking a request against `openapi.yaml`: the request with the described field names, or everything that is wrong with it.
 */
export type Verdict<Request> = { ok: true; request: Request } | { ok: false; problems: RequestProblem[] };

const validator = once(() => {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    strictTypes: false,
    // Half of the time until the first verdict: a test checks the schemas, and the code runs as it is.
    validateSchema: false,
    code: { optimize: false },
  });
  addFormats(ajv, ['date', 'int32', 'double']);
  ajv.addFormat('date-time', isRfc3339DateTime);
  ajv.addFormat('send-date', isSendDate);
  ajv.addKeyword('x-message');
  addCrossFieldRules(ajv);
  return ajv.addSchema({ $id: 'service', $defs: forValidator(schemas()) });
});

/** Checks the body of a single send (chapter 2.1). */
export const judgeMessageRequest = judgeBy<MessageRequest>(() => ({
  $ref: '#/components/schemas/MessageRequest',
}));

/** Checks one message of a batch (chapter 2.2). */
export const judgeMessage = judgeBy<Message>(() => ({ $ref: '#/components/schemas/Message' }));

/** Checks the body of a batch (chapter 2.2), including all its messages. */
const judgeMessageListRequest = judgeBy<MessageListRequest>(() => ({
  $ref: '#/components/schemas/MessageListRequest',
}));

/** Checks the body of a batch without its messages, each of which gets its own result. */
export const judgeMessageListEnvelope = judgeBy<
  Omit<MessageListRequest, 'messages'> & { messages: unknown[] }
>(() => {
  const { MessageListRequest } = schemas();
  const messages: Schema = { type: 'array', minItems: 1 };
  return { ...MessageListRequest, properties: { ...MessageListRequest?.properties, messages } };
});

/**
 * Checks a request against the description alone, without the state of the account (known media, people, balance).
 * @param kind `message` for a single send, `batch` for a batch: one invalid message makes the whole batch invalid here.
 */
export function judgeRequest(
  kind: 'message' | 'batch',
  body: unknown,
): { ok: true } | { ok: false; problems: RequestProblem[] } {
  const verdict = kind === 'message' ? judgeMessageRequest(body) : judgeMessageListRequest(body);
  return verdict.ok ? { ok: true } : verdict;
}

function judgeBy<Request>(schema: () => Schema): (body: unknown) => Verdict<Request> {
  const named = once(() => fieldNameRewriter(schema()));
  const validated = once((): ValidateFunction<Request> =>
    validator().compile<Request>(forValidator(schema())),
  );
  return (body) => {
    const request = named()(body);
    const validate = validated();
    return validate(request)
      ? { ok: true, request }
      : { ok: false, problems: toProblems(validate.errors ?? []) };
  };
}

/** Turns references of the OpenAPI description into references of the JSON Schema that the validator knows. */
function forValidator(part: object): AnySchemaObject {
  return JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', 'service#/$defs/'));
}
