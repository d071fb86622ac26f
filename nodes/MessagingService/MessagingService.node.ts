import {
  NodeConnectionTypes,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';

import { properties, subtitle, route } from './actions/operations';
import { countTry, isTool } from './actions/run';
import { tellingAgent } from './agentTool';
import { testCredential } from './transport/credentialTest';
import { outputs, waitingNodeTooltip, webhooks } from './wait/description';
import { answerWaiting } from './wait/webhook';

export class MessagingService implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Messaging Service',
    name: 'messagingService',
    icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle,
    description:
      'Send SMS, WhatsApp and RCS messages, ask a person and wait for the answer, get the status of messages and the balance, and upload media files',
    defaults: { name: 'Messaging Service' },
    // n8n searches its list of tools by name only: it drops the aliases of a node that is offered as a tool.
    // The other entry, "Messaging Service", asks a person before another tool runs; n8n gives it this node's name.
    usableAsTool: { replacements: { displayName: 'Messaging Service: Send (SMS, WhatsApp, RCS)' } },
    inputs: [NodeConnectionTypes.Main],
    outputs,
    webhooks,
    waitingNodeTooltip,
    credentials: [{ name: 'messagingServiceApi', required: true, testedBy: 'messagingServiceApiTest' }],
    properties,
  };

  methods = { credentialTest: { messagingServiceApiTest: testCredential } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    countTry(this);
    return await (isTool(this) ? tellingAgent(this, () => route(this)) : route(this));
  }

  /** Called only for *Send and Wait*: by a person who answers, or by the service with a report. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await answerWaiting(this);
  }
}
