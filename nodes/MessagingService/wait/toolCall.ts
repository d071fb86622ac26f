import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../../../core/reading';
import { asData } from '../../data';
import { endWithError, runDataOf } from './execution';

/** Whether an AI agent asks by this node before it runs a tool (*Human in the Loop*). */
export function isForAgent(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
  return context.getNode().type.endsWith('HitlTool');
}

/**
 * Has `$tool` name the call that the agent makes once the person approves. n8n reads `$tool` from what the model wrote, where the model can
 * put any other name and parameters; the agent's request has the real ones.
 * @throws NodeOperationError if n8n does not say which call it is, or would run another tool
 */
export function tellTheCall(context: IExecuteFunctions, run: number): void {
  const request = requestOf(context, run);
  const call = request?.metadata.hitl;
  if (!isRecord(call) || typeof call.toolName !== 'string') {
    throw refusal(context, 'n8n does not say which tool the agent wants to run');
  }
  const { toolName: tool, originalInput: toolParameters = {} } = call;
  // The agent puts the parameters over the name, and a toolkit goes by that.
  if (isRecord(toolParameters) && Object.hasOwn(toolParameters, 'tool') && toolParameters.tool !== tool) {
    throw refusal(context, 'The call has a parameter "tool", which n8n takes for the name of the tool');
  }
  const written = runDataOf(context)?.resultData.runData[context.getNode().name]?.[run]?.inputOverride;
  for (const item of [...context.getInputData(), ...(written?.ai_tool?.[0] ?? [])]) {
    setCall(item, { tool, toolParameters });
  }
}

function setCall(item: INodeExecutionData, call: Record<string, unknown>): void {
  const { query } = item.json;
  // n8n looks there first, whether the model or the agent's own input has it.
  const rest = isRecord(query)
    ? { query: Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(call, name))) }
    : {};
  item.json = { ...item.json, ...asData({ ...rest, ...call }) };
}

/**
 * When the question cannot be asked: n8n would tell the agent that the user has rejected the call. So the agent gets the error as the result
 * of its tool, which does not run. Nothing that the model wrote is left in the input, because n8n may pass that on.
 */
export function withdrawCall(context: IExecuteFunctions, run: number, error: string): void {
  const request = requestOf(context, run);
  const input = context.getInputData();
  if (request === undefined) {
    endWithError(context);
  } else {
    request.metadata = { ...request.metadata, hitl: undefined };
  }
  input.splice(0, input.length, ...input.map((_, item) => ({ json: { error }, pairedItem: { item } })));
}

/** What the agent has asked n8n to do: its metadata say what follows an approval. */
interface Request {
  metadata: Record<string, unknown>;
}

/** The request by which the agent calls this node. The agent waits behind it. */
function requestOf(context: IExecuteFunctions, run: number): Request | undefined {
  const { name } = context.getNode();
  const waiting = runDataOf(context)?.executionData?.nodeExecutionStack ?? [];
  const actions = waiting.flatMap(({ metadata }) => metadata?.subNodeExecutionData?.actions ?? []);
  const own = actions.find(({ nodeName, runIndex }) => nodeName === name && runIndex === run);
  const request: unknown = own?.action;
  return isRequest(request) ? request : undefined;
}

function isRequest(value: unknown): value is Request {
  return isRecord(value) && isRecord(value.metadata);
}

function refusal(context: IExecuteFunctions, reason: string): NodeOperationError {
  return new NodeOperationError(context.getNode(), reason, { description: 'Nobody was asked.' });
}
