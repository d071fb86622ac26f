import type { INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { z } from 'zod/v4';

/** An execution as the executions list shows it. */
export const executionSummary = z.looseObject({
  id: z.string(),
  workflowId: z.string(),
  mode: z.string(),
  status: z.string(),
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** An execution with its data in readable form (n8n stores it flattened). */
export interface Execution {
  readonly id: string;
  readonly workflowId: string;
  /** `manual`, `webhook`, `trigger`, ... */
  readonly mode: string;
  /** `success`, `error`, `waiting`, `running`, ... */
  readonly status: string;
  /** Everything n8n stored about this execution. */
  readonly data: IRunExecutionData;
  /** What stopped the execution, as n8n stored it: `message`, `description`, `node`, ... */
  readonly error: IRunExecutionData['resultData']['error'];
  /** The output items of a node, by default those of its first output in its first run; none if it did not run or failed. */
  items(node: string, output?: number, run?: number): INodeExecutionData[];
}

const storedExecution = executionSummary.extend({ data: z.string() });
const runData = z.custom<IRunExecutionData>(
  (data) => z.looseObject({ resultData: z.looseObject({}) }).safeParse(data).success,
);

/** Reads the answer of `/rest/executions/:id`. */
export async function readExecution(answer: unknown): Promise<Execution> {
  const { parse } = await import('flatted');
  const stored = storedExecution.parse(answer);
  const data = runData.parse(parse(stored.data));
  return {
    id: stored.id,
    workflowId: stored.workflowId,
    mode: stored.mode,
    status: stored.status,
    data,
    error: data.resultData.error,
    items: (node, output = 0, run = 0) => data.resultData.runData[node]?.[run]?.data?.main?.[output] ?? [],
  };
}

/** Whether nothing more will happen by itself: the execution has finished in some way, or waits for something outside. */
export function isSettled({ status }: ExecutionSummary): boolean {
  return status !== 'new' && status !== 'running' && status !== 'unknown';
}
