import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';

import { properties, subtitle } from './actions/operations';
import { route } from './actions/router';

export class MessagingService implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Messaging Service',
    name: 'messagingService',
    icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle,
    description:
      'Send SMS, WhatsApp and RCS messages, ask for their status and for the balance, and upload media files',
    defaults: { name: 'Messaging Service' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'messagingServiceApi', required: true }],
    properties,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return [await route(this)];
  }
}
