import type {
  ICredentialDataDecryptedObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
} from 'n8n-workflow';

import { rateLimitOf, type RateLimit } from '../../../core/steps';
import { CREDENTIAL, credentialOf, readAccount } from '../../account';
import { itemReader, readRunOptions, type Item, type RunOptions } from '../fields/item';
import { cancelSignalOf } from '../items';
import { clientFor } from '../transport/client';
import type { Uploader } from '../transport/upload';

/** One operation of the node: with one output, or with branches. */
export type Operation = Action & (WithOutput | WithBranches);

interface Action {
  /** Name in the list of operations, in title case. */
  name: string;
  /** Name in the list of actions and below the node, in sentence case and without articles. */
  action: string;
  /** What it does, for people and AI agents. */
  description: string;
  properties: INodeProperties[];
  /** Set where no error is about a message. */
  sendsNothing?: true;
}

interface WithOutput {
  /** @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues after failures */
  execute(run: NodeRun): Promise<INodeExecutionData[]>;
}

interface WithBranches {
  /** As `execute`, with the items of each output. */
  branch(context: IExecuteFunctions): Promise<INodeExecutionData[][]>;
}

/** What an operation works with in a run of the node: all of it is read once. */
export interface NodeRun extends Uploader {
  credential: ICredentialDataDecryptedObject;
  options: RunOptions;
  rateLimit: RateLimit | undefined;
  itemAt(index: number): Item;
}

/** @throws MessagingError for a credential that cannot be read, and for settings of the credential or the node that cannot work */
export async function beginRun(context: IExecuteFunctions): Promise<NodeRun> {
  const options = readRunOptions(context);
  const credential = await credentialOf(context);
  const account = readAccount(credential);
  const accountId = context.getNode().credentials?.[CREDENTIAL]?.id ?? '';
  return {
    ...{ context, credential, options },
    client: clientFor(context, credential, account),
    uploads: account.uploads,
    rateLimit: rateLimitOf(accountId, account.rateLimit),
    signal: cancelSignalOf(context),
    itemAt: itemReader(context, account.rules),
  };
}
